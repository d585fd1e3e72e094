//! JSON Schemas of what tools return, for successes and failures.
//!
//! | item | what it is |
//! |---|---|
//! | [`OutputSchema`] | the schema of a tool, by the types of its dialect and its data |
//! | [`envelope`] | the schema of a contract, with data of any kind |
//! | [`Describe`] | how a custom dialect describes its envelopes |
//!
//! With `output_schema` in its attribute, a tool has a function beside it that returns its schema. The schema follows from the
//! dialect, the keys and the type of the data. An MCP server sends it as `outputSchema`:
//!
//! ```
//! use envelope_runtime::response_v2::Reply;
//! use envelope_runtime::{ToolFailure, envelope_tool};
//! use schemars::JsonSchema;
//! use serde::Serialize;
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Task {
//!     id: String,
//! }
//!
//! #[envelope_tool(dialect = "response-v2", data = "tasks", output_schema)]
//! fn list_tasks() -> Result<Reply<Vec<Task>>, ToolFailure> {
//!     Ok(Reply::new(vec![]))
//! }
//!
//! let schema = list_tasks_output_schema();
//! assert_eq!(schema["required"], serde_json::json!(["success", "data", "error", "meta"]));
//! # let _ = list_tasks();
//! ```
//!
//! A generic tool, and a tool in the `impl` of a trait, cannot have such a function. [`OutputSchema`] gives the same schema by
//! types. [`envelope`] gives the schema of a contract, with data of any kind, and [`Describe`] is for custom dialects.
//!
//! # What is in the schema
//!
//! - The data: what `schemars` derives for serialization, without formats that JSON Schema does not define, such as `uint64`,
//!   and with `{}` for any value, such as a `serde_json::Value`. The data `()` is the empty object where the contract has an object there, and null in `mcp-2026-07-28` and `code-scalpel-v1`, as
//!   on the wire.
//! - The contract's own keys, without descriptions, since a client gets them with every tool. A tool that returns plain data
//!   does not have the metadata of a reply in its schema.
//!
//! JSON has no infinity and no NaN, so such a number is null on the wire. `schemars` does not say so: keep them out of your
//! data.
//!
//! An MCP client of the version 2025-11-25 can insist on a schema of the type `object`. It has this type wherever every result is
//! an object: in every dialect of this crate except `mcp-2026-07-28`, where it depends on the data. The MCP SDK, as of 3.11, sends
//! such clients no other schema.
//!
//! # For other languages
//!
//! The schemas of the contracts are files of the package: `schemas/response-v2.schema.json` and so on. They have
//! descriptions, and accept the envelopes of every server, with data of any kind.

use std::any::{Any, TypeId};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use schemars::generate::SchemaSettings;
use schemars::transform::Transform;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use crate::call::place::{Nest, Object, Place};
use crate::call::steps::Outcome;
use crate::dialect::Dialect;
use crate::reply::Reply;

mod any;
mod boolean;
mod brief;
mod contract;
mod format;
mod object;

#[doc(hidden)]
pub use any::any_schema;
pub(crate) use contract::{of_contract, of_tool, of_tool_object};

/// A JSON object, such as a schema.
pub type JsonObject = serde_json::Map<String, Value>;

/// Data with a JSON Schema: every type that implements `schemars::JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "the data of this tool has no JSON Schema: `{Self}` does not implement `schemars::JsonSchema`",
    label = "no JSON Schema",
    note = "add `#[derive(schemars::JsonSchema)]` to each of your own types in the data"
)]
pub trait DataSchema: JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DataSchema for T {}

/// A dialect with a JSON Schema. Every dialect of this crate has one.
///
/// For a custom dialect, implement it with the schema of the envelope:
///
/// ```
/// # use envelope_runtime::dialect::{Call, Dialect, Entries, Json, PlainData};
/// # use envelope_runtime::ErrorReport;
/// # #[derive(Default)]
/// # struct Acme;
/// # impl<T> PlainData<T> for Acme {}
/// # impl Dialect for Acme {
/// #     const ID: &'static str = "acme";
/// #     type Root = Json;
/// #     type Meta = ();
/// #     fn success(&self, _: &Call, _: &(), envelope: &mut Entries<'_>) { envelope.only_data() }
/// #     fn failure(&self, _: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
/// #         envelope.only_value(error.message());
/// #     }
/// # }
/// use envelope_runtime::schema::{Contents, Describe, OutputSchema};
/// use schemars::{Schema, SchemaGenerator, json_schema};
///
/// impl Describe for Acme {
///     fn envelope(contents: Contents, _: &mut SchemaGenerator) -> Schema {
///         let problem = json_schema!({"type": "string", "description": "What went wrong."});
///         json_schema!({"anyOf": [contents.data, problem]})
///     }
/// }
///
/// let schema = OutputSchema::<Acme, u8>::new().into_object();
/// assert_eq!(schema["anyOf"][0]["type"], "integer");
/// ```
#[diagnostic::on_unimplemented(
    message = "the dialect `{Self}` has no JSON Schema",
    label = "no JSON Schema",
    note = "implement `envelope_runtime::schema::Describe` for it"
)]
pub trait Describe: Dialect {
    /// The schema of an envelope, for successes and failures.
    ///
    /// Use [`SchemaGenerator::subschema_for`] for the types that it refers to.
    fn envelope(contents: Contents, generator: &mut SchemaGenerator) -> Schema;

    /// The schema of what an MCP server sends as structured content. It is the schema of the envelope, unless the envelope
    /// is itself a `CallToolResult`.
    fn output(contents: Contents, generator: &mut SchemaGenerator) -> Schema {
        Self::envelope(contents, generator)
    }

    /// The schema of the contract, for the envelopes of every server: what [`envelope`] returns. Without another one, it is the
    /// schema of an envelope with any data.
    fn contract(generator: &mut SchemaGenerator) -> Schema {
        let data = if is_object::<Self>() { json_schema!({"type": "object"}) } else { true.into() };
        Self::envelope(Contents { data, is_reply: true, structured_errors: true }, generator)
    }
}

/// The parts of a tool that the schema of its envelope depends on.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Contents {
    /// The schema of the data of a success, or a placeholder for it. Put it where the data is.
    pub data: Schema,
    /// Whether the tool returns the dialect's `Reply`, and so can send its metadata.
    pub is_reply: bool,
    /// Whether the tool has the setting `structured_errors`.
    pub structured_errors: bool,
}

/// What a tool can return: plain data, or a [`Reply`]. It is implemented for both.
pub trait ReturnType {
    /// The data.
    type Data: Serialize;
    /// Whether the type is a [`Reply`].
    const IS_REPLY: bool;
}

impl<T: Serialize> ReturnType for T {
    type Data = T;
    const IS_REPLY: bool = false;
}

impl<T: Serialize, D: Dialect> ReturnType for Reply<T, D> {
    type Data = T;
    const IS_REPLY: bool = true;
}

/// The schema of what a tool returns. For a dialect of MCP, it is the schema of the structured content.
///
/// `D` is the tool's dialect. `T` is the `Ok` type of the tool: plain data, or a `Reply`. It converts with `into()` into what
/// `#[tool(output_schema = …)]` of the official SDK takes. A schema is generated once and then shared.
///
/// ```
/// use envelope_runtime::response_v2::{Reply, ResponseV2};
/// use envelope_runtime::schema::OutputSchema;
///
/// // For a tool with `data = "names"` that returns `Result<Reply<Vec<String>>, _>`.
/// let schema = OutputSchema::<ResponseV2, Reply<Vec<String>>>::under(["names"]).into_object();
/// assert_eq!(schema["type"], "object");
/// ```
#[must_use]
pub struct OutputSchema<D, T> {
    keys: Vec<&'static str>,
    has_errors: bool,
    of: PhantomData<fn() -> (D, T)>,
}

impl<D: Describe, T: ReturnType> OutputSchema<D, T> {
    /// For a tool whose data is not nested.
    pub fn new() -> Self
    where
        D::Root: Place<T::Data>,
    {
        Self::with(&[], false)
    }

    /// For a tool whose data is nested: `["tasks"]` for `data = "tasks"`, and `["spec", "tasks"]` for `data("spec", "tasks")`.
    pub fn under<const N: usize>(keys: [&'static str; N]) -> Self
    where
        T::Data: Nest<N>,
    {
        Self::with(&keys, false)
    }

    /// Adds the schema of structured errors, for a dialect that can have them.
    pub(crate) fn with_errors(self) -> Self {
        Self { has_errors: true, ..self }
    }

    fn with(keys: &[&'static str], has_errors: bool) -> Self {
        Self { keys: keys.to_vec(), has_errors, of: PhantomData }
    }

    /// The schema as a JSON object.
    #[must_use]
    pub fn into_object(self) -> JsonObject
    where
        T: 'static,
        T::Data: DataSchema,
    {
        Arc::unwrap_or_clone(self.shared())
    }

    fn shared(self) -> Arc<JsonObject>
    where
        T: 'static,
        T::Data: DataSchema,
    {
        type Key = (TypeId, Vec<&'static str>, bool);
        type Made = HashMap<Key, Arc<JsonObject>>;
        static MADE: LazyLock<RwLock<Made>> = LazyLock::new(RwLock::default);

        let key = (TypeId::of::<(D, T)>(), self.keys.clone(), self.has_errors);
        let made = MADE.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        made.unwrap_or_else(|| {
            // Outside of the lock, since a schema can require another one.
            let schema = Arc::new(self.generate());
            MADE.write()
                .unwrap_or_else(PoisonError::into_inner)
                .entry(key)
                .or_insert(schema)
                .clone()
        })
    }

    fn generate(&self) -> JsonObject
    where
        T::Data: DataSchema,
    {
        let mut generator = generator();
        let data = data::<D, T::Data>(&self.keys, &mut generator);
        let of_data: HashSet<_> = generator.definitions().keys().cloned().collect();
        let contents = Contents {
            data: brief::place_of_data(),
            is_reply: T::IS_REPLY,
            structured_errors: self.has_errors,
        };
        let schema = D::output(contents, &mut generator);
        let mut root = root(schema, generator);
        brief::shorten(&mut root, &of_data, &data);
        object::name_type(&mut root);
        portable(root)
    }
}

/// What the function beside a tool returns.
#[doc(hidden)]
#[must_use]
pub fn output_schema<D, R>(keys: &[&'static str], structured_errors: bool) -> Arc<JsonObject>
where
    D: Describe,
    R: Outcome,
    R::Data: ReturnType<Data: DataSchema> + 'static,
{
    OutputSchema::<D, R::Data>::with(keys, structured_errors).shared()
}

impl<D: Describe, T: ReturnType> Default for OutputSchema<D, T>
where
    D::Root: Place<T::Data>,
{
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Dialect, T> fmt::Debug for OutputSchema<D, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutputSchema")
            .field("dialect", &D::ID)
            .field("data", &std::any::type_name::<T>())
            .field("keys", &self.keys)
            .finish_non_exhaustive()
    }
}

/// For `#[tool(output_schema = …)]`.
impl<D: Describe, T: ReturnType<Data: DataSchema> + 'static> From<OutputSchema<D, T>>
    for Arc<JsonObject>
{
    fn from(schema: OutputSchema<D, T>) -> Self {
        schema.shared()
    }
}

impl<D: Describe, T: ReturnType<Data: DataSchema> + 'static> From<OutputSchema<D, T>> for Schema {
    fn from(schema: OutputSchema<D, T>) -> Self {
        schema.into_object().into()
    }
}

/// The schema of a contract: of every envelope of a dialect, whoever wrote it, with data of any kind.
///
/// It accepts what [`contract::check`](crate::contract::check) accepts, and refuses what the check refuses, except for an object
/// with a key twice, a date that is not in the calendar, and a failure of MCP whose message is not its first content block. Ajv
/// accepts it with `strict: true`.
///
/// ```
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::schema;
///
/// let schema = schema::envelope::<ResponseV2>();
/// assert_eq!(schema["title"], "response-v2");
/// ```
#[must_use]
pub fn envelope<D: Describe>() -> JsonObject {
    let mut generator = generator();
    let schema = D::contract(&mut generator);
    let head = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": D::ID});
    let head = head.as_object().cloned().unwrap_or_default();
    head.into_iter().chain(portable(root(schema, generator))).collect()
}

/// A schema that common validators and clients accept.
fn portable(root: JsonObject) -> JsonObject {
    let mut schema = root.into();
    format::keep_known(&mut schema);
    boolean::AsObjects.transform(&mut schema);
    std::mem::take(schema.ensure_object())
}

/// Whether a dialect's data is always an object.
pub(crate) fn is_object<D: Dialect>() -> bool {
    D::Root::default().type_id() == TypeId::of::<Object>()
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// The schema of the data in its place in an envelope.
fn data<D: Dialect, T: JsonSchema>(
    keys: &[&'static str],
    generator: &mut SchemaGenerator,
) -> Schema {
    let mut schema = T::json_schema(generator);
    match keys {
        [] if is_object::<D>() => object::as_object(schema, generator),
        [] => schema,
        [key] => nested([(*key, schema)]),
        keys => {
            let values = schema.remove("prefixItems");
            let values = values.as_ref().and_then(Value::as_array).into_iter().flatten();
            let values = values.map(|value| value.clone().try_into().unwrap_or_default());
            nested(keys.iter().copied().zip(values))
        }
    }
}

fn nested<'a>(values: impl IntoIterator<Item = (&'a str, Schema)>) -> Schema {
    let properties: JsonObject =
        values.into_iter().map(|(key, schema)| (key.to_owned(), schema.into())).collect();
    let keys: Vec<_> = properties.keys().cloned().collect();
    json_schema!({
        "type": "object",
        "properties": properties,
        "required": keys,
        "additionalProperties": false,
    })
}

/// A schema with the definitions that it refers to.
fn root(mut schema: Schema, mut generator: SchemaGenerator) -> JsonObject {
    let object = schema.ensure_object();
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        object.insert("$defs".to_owned(), definitions.into());
    }
    std::mem::take(object)
}
