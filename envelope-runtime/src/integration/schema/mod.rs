//! JSON Schemas of what tools return, success and failure both.
//!
//! A tool's schema follows from its dialect and the type of its data. [`OutputSchema`] is written as the tool's attribute is,
//! and becomes what an MCP server sends as `outputSchema`:
//!
//! ```
//! use envelope_runtime::response_v2::{Reply, ResponseV2};
//! use envelope_runtime::schema::OutputSchema;
//! use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! use schemars::JsonSchema;
//! use serde::Serialize;
//!
//! #[derive(Serialize, JsonSchema)]
//! struct Task {
//!     id: String,
//! }
//!
//! #[envelope_tool(dialect = "response-v2", data = "tasks")]
//! fn list_tasks() -> Result<Reply<Vec<Task>>, ToolFailure> {
//!     Ok(Reply::new(vec![]))
//! }
//!
//! let schema = OutputSchema::<ResponseV2, Vec<Task>>::under(["tasks"]).into_object();
//! assert_eq!(schema["required"], serde_json::json!(["success", "data", "error", "meta"]));
//! ```
//!
//! The schema of the data is what `schemars` derives for the way in which it serializes. Where a tool's data is `()`, the
//! schema is that of the empty object, which is how it stands on the wire. A floating-point number that is infinite or not a
//! number is null on the wire, which `schemars` does not say: keep such out of a tool's data.
//!
//! The schemas of the envelopes alone, with data of any kind, are files of the package, for other languages:
//! `schemas/response-v2.schema.json` and its likes. They are what [`envelope`] gives.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::Dialect;
use crate::mcp::{Mcp, Version};
use crate::payload::{Nest, Object, Place};

mod code_scalpel;
mod dotbot;
mod mcp;
mod response_v2;

/// A dialect that has a JSON Schema.
///
/// A dialect of one's own gets one with the schema of its envelope:
///
/// ```
/// # use envelope_runtime::call::{CallOf, Invocation, Lift};
/// # use envelope_runtime::payload::Json;
/// # use envelope_runtime::{Dialect, ErrorReport, Reply, RequestId};
/// # use serde::Serialize;
/// # struct Acme;
/// # struct Call(Invocation);
/// # impl CallOf for Call {
/// #     type Dialect = Acme;
/// #     fn call(&self) -> &Call { self }
/// #     fn invocation(&self) -> Invocation { self.0 }
/// #     fn settle(&mut self) {}
/// #     fn request_id(&self) -> Option<&RequestId> { None }
/// # }
/// # impl<T> Lift<T> for Call {
/// #     fn lift(&self, data: T) -> Reply<T, Acme> { Reply::from_parts(data, ()) }
/// # }
/// # impl Dialect for Acme {
/// #     const ID: &'static str = "acme";
/// #     type Root = Json;
/// #     const ROOT: Json = Json;
/// #     type Call = Call;
/// #     type Meta = ();
/// #     fn call(invocation: Invocation) -> Call { Call(invocation) }
/// #     fn success<'a, T: Serialize>(_: &'a Call, data: &'a T, _: &'a ()) -> impl Serialize + use<'a, T> { data }
/// #     fn failure<'a>(_: &'a Call, report: &'a ErrorReport) -> impl Serialize + use<'a> { report.message() }
/// # }
/// use envelope_runtime::schema::{Describe, OutputSchema};
/// use schemars::{Schema, SchemaGenerator, json_schema};
///
/// impl Describe for Acme {
///     fn envelope(data: Schema, _: &mut SchemaGenerator) -> Schema {
///         json_schema!({"anyOf": [data, {"type": "string", "description": "What went wrong."}]})
///     }
/// }
///
/// let schema = OutputSchema::<Acme, u8>::new().into_object();
/// assert_eq!(schema["anyOf"][0]["type"], "integer");
/// ```
pub trait Describe: Dialect {
    /// The schema of an envelope, success or failure, where the data of a success have the schema `data`.
    ///
    /// Types that it refers to go through [`SchemaGenerator::subschema_for`].
    fn envelope(data: Schema, generator: &mut SchemaGenerator) -> Schema;

    /// The schema of what an MCP server sends as structured content: the envelope, unless that is the server's result itself.
    fn output(data: Schema, generator: &mut SchemaGenerator) -> Schema {
        Self::envelope(data, generator)
    }
}

/// The schema of what a tool returns: of its structured content, where it is a tool of MCP.
///
/// `D` is the tool's dialect, and `T` its data, without the `Reply` around it. It is `Into` what `#[tool(output_schema = …)]`
/// of the official SDK takes, and made once for each tool, however often it is asked for.
#[must_use]
pub struct OutputSchema<D, T> {
    keys: Vec<&'static str>,
    structured_errors: bool,
    output: fn(Schema, &mut SchemaGenerator) -> Schema,
    of: PhantomData<fn() -> (D, T)>,
}

impl<D: Describe, T: JsonSchema + 'static> OutputSchema<D, T> {
    /// Of a tool whose data stands as it is.
    pub fn new() -> Self
    where
        D::Root: Place<T>,
    {
        Self::with_keys(&[])
    }

    /// Of a tool whose data is nested: `["tasks"]` for `data = "tasks"`, and `["spec", "tasks"]` for `data("spec", "tasks")`.
    pub fn under<const N: usize>(keys: [&'static str; N]) -> Self
    where
        T: Nest<N>,
    {
        Self::with_keys(&keys)
    }

    fn with_keys(keys: &[&'static str]) -> Self {
        Self { keys: keys.to_vec(), structured_errors: false, output: D::output, of: PhantomData }
    }

    /// The schema as JSON.
    #[must_use]
    pub fn into_object(self) -> Map<String, Value> {
        Arc::unwrap_or_clone(self.shared())
    }

    fn shared(self) -> Arc<Map<String, Value>> {
        type Key = (TypeId, Vec<&'static str>, bool);
        type Made = HashMap<Key, Arc<Map<String, Value>>>;
        static MADE: LazyLock<RwLock<Made>> = LazyLock::new(RwLock::default);

        let key = (TypeId::of::<(D, T)>(), self.keys.clone(), self.structured_errors);
        let made = MADE.read().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        made.unwrap_or_else(|| {
            // Outside of the lock, since a schema can ask for another one.
            let schema = Arc::new(self.generate());
            MADE.write()
                .unwrap_or_else(PoisonError::into_inner)
                .entry(key)
                .or_insert(schema)
                .clone()
        })
    }

    fn generate(&self) -> Map<String, Value> {
        root(|generator| {
            let data = data::<D, T>(&self.keys, generator);
            (self.output)(data, generator)
        })
    }
}

impl<V: Version, T: JsonSchema + 'static> OutputSchema<Mcp<V>, T> {
    /// Of a tool with the setting `structured_errors`.
    pub fn structured_errors(mut self) -> Self {
        self.structured_errors = true;
        self.output = mcp::output_or_error;
        self
    }
}

impl<D: Describe, T: JsonSchema + 'static> Default for OutputSchema<D, T>
where
    D::Root: Place<T>,
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

/// What `#[tool(output_schema = …)]` takes.
impl<D: Describe, T: JsonSchema + 'static> From<OutputSchema<D, T>> for Arc<Map<String, Value>> {
    fn from(schema: OutputSchema<D, T>) -> Self {
        schema.shared()
    }
}

impl<D: Describe, T: JsonSchema + 'static> From<OutputSchema<D, T>> for Schema {
    fn from(schema: OutputSchema<D, T>) -> Self {
        schema.into_object().into()
    }
}

/// The schema of a dialect's envelope, with data of any kind.
///
/// ```
/// use envelope_runtime::response_v2::ResponseV2;
/// use envelope_runtime::schema;
///
/// let schema = schema::envelope::<ResponseV2>();
/// assert_eq!(schema["title"], "response-v2");
/// ```
#[must_use]
pub fn envelope<D: Describe>() -> Map<String, Value> {
    let any = if is_object::<D>() { json_schema!({"type": "object"}) } else { true.into() };
    let schema = root(|generator| D::envelope(any, generator));
    let head = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "title": D::ID});
    let head = head.as_object().cloned().unwrap_or_default();
    head.into_iter().chain(schema).collect()
}

/// Whether a dialect's data is always an object.
fn is_object<D: Dialect>() -> bool {
    D::ROOT.type_id() == TypeId::of::<Object>()
}

/// The schema of the data where it stands in an envelope.
fn data<D: Dialect, T: JsonSchema>(
    keys: &[&'static str],
    generator: &mut SchemaGenerator,
) -> Schema {
    let mut schema = T::json_schema(generator);
    match keys {
        [] if is_object::<D>() => as_object(schema),
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

/// The schema of a payload. `()` is the empty object on the wire, and an enum of objects is an object, too.
fn as_object(mut schema: Schema) -> Schema {
    if schema.get("type") == Some(&json!("null")) {
        return json_schema!({"type": "object", "additionalProperties": false});
    }
    schema.ensure_object().entry("type").or_insert_with(|| "object".into());
    schema
}

fn nested<'a>(values: impl IntoIterator<Item = (&'a str, Schema)>) -> Schema {
    let properties: Map<String, Value> =
        values.into_iter().map(|(key, schema)| (key.to_owned(), schema.into())).collect();
    let keys: Vec<_> = properties.keys().cloned().collect();
    json_schema!({
        "type": "object",
        "properties": properties,
        "required": keys,
        "additionalProperties": false,
    })
}

/// A schema with the definitions that it refers to, and without a title, which the caller gives its own.
fn root(describe: impl FnOnce(&mut SchemaGenerator) -> Schema) -> Map<String, Value> {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = describe(&mut generator);
    let object = schema.ensure_object();
    object.remove("title");
    object.remove("description");
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        object.insert("$defs".to_owned(), definitions.into());
    }
    std::mem::take(object)
}

/// The schema of a type of a contract, whose optional keys are left out where there is no value, and never null.
fn part<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let schema = generator.subschema_for::<T>();
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    let definition = name.and_then(|name| generator.definitions_mut().get_mut(name));
    if let Some(Value::Object(definition)) = definition {
        without_null(definition);
        shorten(definition);
    }
    schema
}

/// A list of words, in place of a schema for each: a schema goes to every client, with every tool.
fn shorten(definition: &mut Map<String, Value>) {
    let Some(Value::Array(choices)) = definition.get("oneOf") else { return };
    let words: Option<Vec<_>> = choices.iter().map(|choice| choice.get("const").cloned()).collect();
    if let Some(words) = words {
        definition.remove("oneOf");
        definition.insert("enum".to_owned(), words.into());
    }
}

fn without_null(definition: &mut Map<String, Value>) {
    let required = definition.get("required").and_then(Value::as_array).cloned();
    let Some(Value::Object(properties)) = definition.get_mut("properties") else { return };
    for (key, property) in properties {
        let is_required = required.iter().flatten().any(|required| required == key);
        if let Value::Object(property) = property
            && !is_required
        {
            not_null(property);
        }
    }
}

fn not_null(property: &mut Map<String, Value>) {
    if let Some(Value::Array(types)) = property.get_mut("type") {
        types.retain(|name| name != "null");
        if let [name] = types.as_mut_slice() {
            let name = name.take();
            property.insert("type".to_owned(), name);
        }
    }
    if let Some(Value::Array(choices)) = property.get_mut("anyOf") {
        choices.retain(|choice| *choice != json!({"type": "null"}));
        if let [Value::Object(choice)] = choices.as_mut_slice() {
            let choice = std::mem::take(choice);
            property.remove("anyOf");
            property.extend(choice);
        }
    }
}
