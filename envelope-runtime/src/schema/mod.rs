//! JSON Schemas of the results of tools: successes and failures.
//!
//! | item | purpose |
//! |---|---|
//! | [`OutputSchema`] | the schema of a tool, from the types of its dialect and its data |
//! | [`envelope`] | the schema of a contract, with data of any kind |
//! | [`Describe`] | how a custom dialect describes its envelopes |
//!
//! With `output_schema` in its attribute, a function next to the tool returns its schema. The schema follows from the
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
//! assert_eq!(schema["required"], serde_json::json!(["success", "data"]));
//! # let _ = list_tasks();
//! ```
//!
//! A generic tool, and a tool in the `impl` of a trait, cannot have such a function. [`OutputSchema`] derives the same schema from types.
//! [`envelope`] returns the schema of a contract, with data of any kind, and [`Describe`] is for custom dialects.
//!
//! # Contents of the schema
//!
//! The list of tools has the schema of each tool, so schemas are short: they describe the data and the codes of failures, and abbreviate
//! the rest. In response-v2, the schema adds 195 bytes to the schema of the data, and each code adds its length plus 3 bytes.
//!
//! - The data: `schemars` derives the schema for serialization. Descriptions are removed, unless the tool has
//!   `output_schema = "described"`. Formats that JSON Schema does not define, such as `uint64`, are removed. Any value, such as a
//!   `serde_json::Value`, has the schema `{}`. A type that is used once is inlined, and other types are in `$defs` if that is shorter. The
//!   data `()` is `{}` if the contract requires an object, and null in `mcp-2026-07-28`, `code-scalpel-v1` and `rfc9457`, as on the wire.
//! - The codes: an enumeration, if the error of the tool [declares](crate::DeclaredFailures) all of its failures, and otherwise a
//!   string that is described as `open`.
//! - The keys of the contract that a caller reads first: in response-v2 `success` and `data`. The message and the metadata are left out.
//!
//! The schema accepts every envelope of the tool, and rejects an envelope with other data. The schema of the contract, which [`envelope`]
//! returns, checks all keys.
//!
//! JSON has no infinity and no NaN, so such a number is null on the wire. If the schema of the tool does not allow null, the call fails
//! with an `INTERNAL_ERROR`, and the log names the place: make such a number an `Option`.
//!
//! MCP clients of the version 2025-11-25 can require a schema of the type `object`. The schema has this type if every result is an object:
//! in every dialect of this crate except `mcp-2026-07-28` and `rfc9457`, where the type depends on the data. The MCP SDK, as of 3.11, sends
//! such clients no other schema.
//!
//! # For other languages
//!
//! The schemas of the contracts are files of the package: `schemas/response-v2.schema.json` and so on. They have
//! descriptions, and accept the envelopes of every server, with data of any kind.

use std::any::TypeId;
use std::collections::HashMap;
use std::hash::Hash;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use crate::budget::{Cut, NOTICE};
use crate::call::outcome::Outcome;
use crate::dialect::data_place::{Nest, Place};
use crate::dialect::shared_reply::SharedReply;
use crate::dialect::{Dialect, Metadata, Reply, Root};
use crate::dialects::mcp::{Mcp, Version};
use crate::error::{DeclaredFailures, ErrorCode, ToolError};
use crate::page::Page;

mod any;
mod brief;
mod inline;
mod object;
mod subschemas;

pub use crate::dialect::describe::{Contents, Describe};
#[doc(hidden)]
pub use any::any_schema;

/// A JSON object, such as a schema.
pub type JsonObject = serde_json::Map<String, Value>;

/// Data with a JSON Schema: every type that implements `schemars::JsonSchema`.
#[diagnostic::on_unimplemented(
    message = "the data of this tool has no JSON Schema: `{Self}` does not implement `schemars::JsonSchema`",
    label = "no JSON Schema",
    note = "add `#[derive(schemars::JsonSchema)]` to each of your own types in the data, with version 1 of `schemars`"
)]
#[doc(hidden)]
pub trait DataSchema: JsonSchema {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> DataSchema for T {}

/// Return types of a tool: plain data, a [`Page`] of it, or a [`Reply`].
#[doc(hidden)]
pub trait ReturnType {
    /// The data.
    type Data: Serialize;
    /// Whether the type is a [`Reply`].
    const IS_REPLY: bool;
    /// Whether the type is a [`Page`].
    const IS_PAGE: bool = false;
}

impl<T: Serialize> ReturnType for T {
    type Data = T;
    const IS_REPLY: bool = false;
}

impl<T: Serialize> ReturnType for Page<T> {
    type Data = Vec<T>;
    const IS_REPLY: bool = false;
    const IS_PAGE: bool = true;
}

impl<T: ReturnType, M> ReturnType for SharedReply<T, M> {
    type Data = T::Data;
    const IS_REPLY: bool = true;
    const IS_PAGE: bool = T::IS_PAGE;
}

impl<T: Serialize, D: Dialect> ReturnType for Reply<T, D> {
    type Data = T;
    const IS_REPLY: bool = true;
}

/// The schema of a tool's results. For a dialect of MCP, it is the schema of the structured content.
///
/// `D` is the tool's dialect. `T` is the `Ok` type of the tool: data, a `Page` or a `Reply`. `into()` converts to the argument of
/// `#[tool(output_schema = …)]` in the official SDK. A schema is generated once and then shared.
///
/// ```
/// use envelope_runtime::response_v2::{Reply, ResponseV2};
/// use envelope_runtime::schema::OutputSchema;
///
/// // For a tool with `data = "names"` that returns `Result<Reply<Vec<String>>, _>`.
/// let schema = OutputSchema::<ResponseV2, Reply<Vec<String>>>::under(["names"]).into_object();
/// assert_eq!(schema["type"], "object");
/// ```
#[derive(Debug)]
#[must_use]
pub struct OutputSchema<D, T> {
    tool: ToolSchema,
    /// The type that declares the failures.
    error: TypeId,
    of: PhantomData<fn() -> (D, T)>,
}

/// The parts of an output schema that do not depend on types, as the expansion of a tool describes them.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct ToolSchema {
    pub keys: Vec<&'static str>,
    pub structured_errors: bool,
    pub described: bool,
    pub budget: bool,
    /// The failures that the error declares.
    pub failures: DeclaredFailures,
    /// The codes that the tool adds.
    pub others: &'static [ErrorCode],
}

/// The codes that a tool can add to the codes of its error.
const OTHERS: &[ErrorCode] =
    &[ErrorCode::ValidationError, ErrorCode::MissingRequired, ErrorCode::Timeout];

impl<D: Describe, T: ReturnType> OutputSchema<D, T> {
    /// The schema of a tool whose data is not nested.
    pub fn new() -> Self
    where
        D::Root: Place<T::Data>,
    {
        Self::with(&[])
    }

    /// The schema of a tool with nested data: `["tasks"]` for `data = "tasks"`, and `["spec", "tasks"]` for `data("spec", "tasks")`.
    pub fn under<const N: usize>(keys: [&'static str; N]) -> Self
    where
        T::Data: Nest<N>,
    {
        Self::with(&keys)
    }

    /// Adds the codes of the tool's error. Without them, any code is possible.
    ///
    /// ```
    /// use envelope_runtime::ToolError;
    /// use envelope_runtime::response_v2::ResponseV2;
    /// use envelope_runtime::schema::OutputSchema;
    ///
    /// #[derive(ToolError)]
    /// #[tool_error(code = "SPEC_NOT_FOUND", message = "Spec '{0}' not found")]
    /// struct NoSpec(String);
    ///
    /// let schema = OutputSchema::<ResponseV2, ()>::new().error::<NoSpec>().into_object();
    /// let failure = &schema["properties"]["data"]["anyOf"][1];
    /// assert_eq!(failure["properties"]["error_code"]["enum"][0], "SPEC_NOT_FOUND");
    /// ```
    pub fn error<E: ToolError + 'static>(self) -> Self {
        let tool = ToolSchema { failures: E::declared(), others: OTHERS, ..self.tool };
        Self { tool, error: TypeId::of::<E>(), ..self }
    }

    /// Keeps the descriptions of the data: the doc comments of its types and fields.
    pub fn described(self) -> Self {
        Self { tool: ToolSchema { described: true, ..self.tool }, ..self }
    }

    /// For a tool with a [budget](crate::Budget): if the contract has no place to report a cut, the data can have the key `truncation`.
    pub fn budget(self) -> Self {
        Self { tool: ToolSchema { budget: true, ..self.tool }, ..self }
    }

    fn with(keys: &[&'static str]) -> Self {
        let tool = ToolSchema {
            keys: keys.to_vec(),
            structured_errors: false,
            described: false,
            budget: false,
            failures: DeclaredFailures::OPEN,
            others: &[],
        };
        Self { tool, error: TypeId::of::<()>(), of: PhantomData }
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
        type Key = (TypeId, Vec<&'static str>, [bool; 3], TypeId, &'static [ErrorCode]);
        type Made = HashMap<Key, Arc<JsonObject>>;
        static MADE: LazyLock<RwLock<Made>> = LazyLock::new(RwLock::default);

        let ToolSchema { keys, structured_errors, described, budget, others, .. } = &self.tool;
        let flags = [*structured_errors, *described, *budget];
        let key = (TypeId::of::<(D, T)>(), keys.clone(), flags, self.error, *others);
        made_once(&MADE, key, || Arc::new(self.generate()))
    }

    fn generate(&self) -> JsonObject
    where
        T::Data: DataSchema,
    {
        let tool = &self.tool;
        let mut generator = generator();
        let mut data = data::<D, T::Data>(&tool.keys, &mut generator);
        if !tool.described {
            let definitions = generator.definitions_mut().values_mut();
            let definitions = definitions.filter_map(Value::as_object_mut);
            data.as_object_mut().into_iter().chain(definitions).for_each(brief::shorten);
        }
        let text = json!({"type": "string"});
        let has_pages = T::IS_PAGE && D::Meta::default().paginate(None, None);
        if T::IS_PAGE && !has_pages {
            if tool.keys.is_empty() {
                data = nested(&["items"], vec![data]);
            }
            object::add(&mut data, "next_cursor", &text, &generator);
            let count = json!({"type": "integer", "minimum": 0});
            object::add(&mut data, "total_count", &count, &generator);
        } else if tool.budget && !T::IS_PAGE && D::Meta::default().cut() == Cut::InData {
            object::add(&mut data, NOTICE, &text, &generator);
        }
        let contents = Contents {
            data,
            is_reply: T::IS_REPLY || has_pages,
            structured_errors: tool.structured_errors,
            failures: tool.failures,
            others: tool.others,
        };
        let mut schema = D::output(contents, &mut generator);
        add_definitions(&mut schema, generator);
        // The title is the name of a type, which does not describe the tool.
        schema.remove("title");
        inline::inline(schema.ensure_object());
        object::name_type(schema.ensure_object());
        portable(schema)
    }
}

impl<V: Version, T: ReturnType> OutputSchema<Mcp<V>, T> {
    /// The schema of a tool with the setting `structured_errors`.
    pub fn structured_errors(self) -> Self {
        Self { tool: ToolSchema { structured_errors: true, ..self.tool }, ..self }
    }
}

/// Makes the result of the function `{tool}_output_schema`.
#[doc(hidden)]
#[must_use]
pub fn output_schema<D, R, T>(tool: ToolSchema) -> Arc<JsonObject>
where
    D: Describe,
    R: Outcome<Data = T> + 'static,
    T: ReturnType<Data: DataSchema> + 'static,
{
    OutputSchema::<D, T> { tool, error: TypeId::of::<R>(), of: PhantomData }.shared()
}

impl<D: Describe, T: ReturnType> Default for OutputSchema<D, T>
where
    D::Root: Place<T::Data>,
{
    fn default() -> Self {
        Self::new()
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

/// The schema of a contract: it accepts the envelopes of every program, with data of any kind.
///
/// It accepts and rejects the same envelopes as `envelope_client::check`, except for an object with a duplicate key, a date that
/// is not in the calendar, and a failure of MCP whose message is not its first content block. Ajv accepts the schema with
/// `strict: true`.
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
    let mut schema = D::contract(&mut generator);
    add_definitions(&mut schema, generator);
    let head = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": D::ID});
    let head = head.as_object().cloned().unwrap_or_default();
    head.into_iter().chain(portable(schema)).collect()
}

/// The schema of a key, which is made by the first call.
fn made_once<K: Eq + Hash, S: Clone>(
    known: &RwLock<HashMap<K, S>>,
    key: K,
    make: impl FnOnce() -> S,
) -> S {
    let found = known.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    found.unwrap_or_else(|| {
        // Made outside of the lock, since it can require other schemas.
        let schema = make();
        known.write().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(schema).clone()
    })
}

/// A schema that common validators and clients accept.
fn portable(mut schema: Schema) -> JsonObject {
    envelope_arguments::portable(&mut schema);
    std::mem::take(schema.ensure_object())
}

fn generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

/// The schema of the data in its place in an envelope.
fn data<D: Dialect, T: JsonSchema>(
    keys: &[&'static str],
    generator: &mut SchemaGenerator,
) -> Schema {
    match keys {
        [] if D::Root::IS_OBJECT => object::as_object(generator.subschema_for::<T>(), generator),
        [] => generator.subschema_for::<T>(),
        [key] => nested(&[key], vec![generator.subschema_for::<T>()]),
        keys => nested(keys, items(T::json_schema(generator))),
    }
}

/// The schemas of the items of a tuple.
fn items(mut tuple: Schema) -> Vec<Schema> {
    let items = tuple.remove("prefixItems");
    let items = items.as_ref().and_then(Value::as_array).into_iter().flatten();
    items.map(|item| item.clone().try_into().unwrap_or_default()).collect()
}

fn nested(keys: &[&str], values: Vec<Schema>) -> Schema {
    let values = values.into_iter().map(Value::from);
    let properties: JsonObject = keys.iter().map(|key| (*key).to_owned()).zip(values).collect();
    let keys: Vec<_> = properties.keys().cloned().collect();
    json_schema!({
        "type": "object",
        "properties": properties,
        "required": keys,
    })
}

/// Adds the definitions that a schema refers to.
fn add_definitions(schema: &mut Schema, mut generator: SchemaGenerator) {
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), definitions.into());
    }
}
