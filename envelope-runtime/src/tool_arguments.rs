//! The arguments of a tool under the `#[tool]` of any version of the SDK.

#![allow(clippy::unused_self, reason = "the macro calls the same method whatever the type is")]

use std::sync::Arc;

use envelope_arguments::Reader;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::{Map, Value};

use crate::argument_settings::{ArgumentSettings, Rules, UnknownArguments};
use crate::error::ToolFailure;
use crate::log::no_effect;
use crate::metadata::Warning;
use crate::type_of::TypeOf;

/// The arguments of a tool under `#[tool]`, before the tool reads them. The macro replaces the SDK's `Parameters` by this type.
///
/// In a test, call a tool with any JSON: `server.search(json!({"query": 1}).into())`. Or call it with a `T`:
/// `server.search(Parameters(Search { … }).into())`.
#[derive(Clone, Debug)]
pub struct Arguments<T>(envelope_arguments::Arguments<T>);

/// The input schema is the schema of `T`, as for the SDK's `Parameters`.
impl<T: JsonSchema> JsonSchema for Arguments<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// Takes the arguments of a client.
impl<T> From<Value> for Arguments<T> {
    fn from(json: Value) -> Self {
        Self(json.into())
    }
}

/// Accepts any JSON in the `Parameters` of an SDK. The tool reads the JSON later.
impl<'de, T> Deserialize<'de> for Arguments<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Deserialize::deserialize(deserializer).map(Self)
    }
}

impl<T> Arguments<T> {
    /// Wraps arguments that are already parsed.
    #[doc(hidden)]
    pub fn typed(arguments: T) -> Self {
        Self(envelope_arguments::Arguments::typed(arguments))
    }
}

/// Types of a tool's arguments. The macro names the user's type, so compile errors point at this type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "it does not implement both `Deserialize` and `JsonSchema`",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`, with version 1 of `schemars`"
)]
pub trait FromArguments: Sized {
    /// The parsed arguments, and warnings about unknown keys and repairs.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the client sent")]
    fn fitting(
        arguments: Arguments<Self>,
        settings: ArgumentSettings,
        rules: Rules<Self>,
    ) -> Result<(Self, Vec<Warning>), ToolFailure>;

    /// The input schema of the tool. If the type never is an object, no call fits it, and the schema is of any object.
    fn input_schema(settings: ArgumentSettings) -> Arc<Map<String, Value>>;
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + 'static> FromArguments for T {
    fn fitting(
        arguments: Arguments<T>,
        settings: ArgumentSettings,
        rules: Rules<T>,
    ) -> Result<(T, Vec<Warning>), ToolFailure> {
        let reader = settings.reader(Reader::for_type::<T>());
        let accepted = reader.read_checked(arguments.0, rules)?;
        let warnings = settings.warnings(&accepted);
        Ok((accepted.arguments, warnings))
    }

    fn input_schema(settings: ArgumentSettings) -> Arc<Map<String, Value>> {
        let schema = match settings.unknown {
            UnknownArguments::Reject => envelope_arguments::schema_of::<T>(),
            _ => envelope_arguments::open_schema_of::<T>().to_value(),
        };
        let Value::Object(mut object) = schema else { return Arc::default() };
        object.remove("title");
        object.remove("description");
        // The schema of an enum with a tag lacks the type.
        let kind = object.entry("type").or_insert_with(|| "object".into());
        if *kind != "object" {
            no_effect(format_args!("the arguments of a tool are an object, not {kind}"));
            object = Map::from_iter([("type".to_owned(), "object".into())]);
        }
        object.into()
    }
}

/// The rules of `garde`. If `T` implements `Validate`, this inherent method exists, and the compiler prefers it to the method of
/// [`HasNoRules`].
#[cfg(feature = "garde023")]
impl<T: garde::Validate<Context: Default>> TypeOf<T> {
    /// The rules.
    #[must_use]
    pub fn __rules(&self) -> Rules<T> {
        envelope_arguments::validate
    }
}

/// Arguments without rules of `garde`.
pub trait HasNoRules<T> {
    /// No rules.
    fn __rules(&self) -> Rules<T> {
        |_| Ok(())
    }
}

impl<T> HasNoRules<T> for TypeOf<T> {}
