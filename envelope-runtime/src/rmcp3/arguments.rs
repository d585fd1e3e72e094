//! The arguments of a tool of the SDK.

#![allow(clippy::unused_self, reason = "the macro calls the same method whatever the type is")]

use std::sync::Arc;

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::{FromContextPart, schema_for_input, schema_for_type};
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::handler::server::wrapper;
use envelope_arguments::Reader;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::argument_settings::{ArgumentSettings, UnknownArguments};
use crate::error::ToolFailure;
use crate::metadata::Warning;
use crate::type_of::TypeOf;

/// The arguments of a tool under `#[tool]`, before the tool reads them. The macro puts this type in the place of the SDK's `Parameters`.
///
/// A test calls a tool with JSON, whether it fits or not, `server.search(json!({"query": 1}).into())`, or with a value of the type,
/// `server.search(Parameters(Search { … }).into())`.
#[derive(Clone, Debug)]
pub struct Arguments<T>(Given<T>);

#[derive(Clone, Debug)]
enum Given<T> {
    /// As a client sends them.
    Json(Value),
    /// As a test passes them.
    Typed(T),
}

/// A client's arguments.
impl<T> From<Value> for Arguments<T> {
    fn from(json: Value) -> Self {
        Self(Given::Json(json))
    }
}

/// The arguments of a call. The tool reads them.
impl<S, T> FromContextPart<ToolCallContext<'_, S>> for Arguments<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Value::Object(context.arguments.take().unwrap_or_default()).into())
    }
}

/// A test's arguments, with the SDK's `Parameters`.
impl<T> From<wrapper::Parameters<T>> for Arguments<T> {
    fn from(arguments: wrapper::Parameters<T>) -> Self {
        Self(Given::Typed(arguments.0))
    }
}

/// Types of the arguments of a tool under `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the SDK's `Parameters`",
    label = "not the arguments of a tool",
    note = "import `rmcp::handler::server::wrapper::Parameters`, which `envelope_runtime::rmcp3` exports, too"
)]
pub trait TakesArguments<T> {
    /// The arguments as the tool takes them.
    fn take(arguments: T) -> Self;
}

impl<T> TakesArguments<T> for wrapper::Parameters<T> {
    fn take(arguments: T) -> Self {
        Self(arguments)
    }
}

/// The input schema is `T`'s, as with the SDK's `Parameters`.
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

/// Types of a tool's arguments. The macro calls it on the user's type, and so the compiler points there.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a tool",
    label = "it does not implement both `Deserialize` and `JsonSchema`",
    note = "derive both: `#[derive(serde::Deserialize, schemars::JsonSchema)]`, with version 1 of `schemars`"
)]
pub trait FromArguments: Sized {
    /// The arguments that fit, and warnings about unknown keys and repairs.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the client sent")]
    fn fitting(
        arguments: Arguments<Self>,
        settings: ArgumentSettings,
        rules: Rules<Self>,
    ) -> Result<(Self, Vec<Warning>), ToolFailure>;

    /// The input schema of the tool.
    #[allow(clippy::missing_errors_doc, reason = "an error is a mistake in the server")]
    fn input_schema(settings: ArgumentSettings) -> Result<Arc<Map<String, Value>>, String>;
}

/// The author's own rules for arguments of the right type.
pub type Rules<T> = fn(&T) -> Result<(), ToolFailure>;

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + 'static> FromArguments for T {
    fn fitting(
        arguments: Arguments<T>,
        settings: ArgumentSettings,
        rules: Rules<T>,
    ) -> Result<(T, Vec<Warning>), ToolFailure> {
        let (arguments, warnings) = match arguments.0 {
            Given::Json(json) => {
                let accepted = settings.reader(Reader::for_type::<T>()).read(json)?;
                let warnings = settings.warnings(&accepted);
                (accepted.arguments, warnings)
            }
            Given::Typed(arguments) => (arguments, Vec::new()),
        };
        rules(&arguments)?;
        Ok((arguments, warnings))
    }

    fn input_schema(settings: ArgumentSettings) -> Result<Arc<Map<String, Value>>, String> {
        let schema = schema_for_type::<T>();
        let mut schema = if schema.contains_key("type") {
            Map::clone(&*schema_for_input::<T>()?)
        } else {
            // The schema of an enum with a tag lacks the type.
            let mut schema = Map::clone(&schema);
            schema.remove("title");
            schema.remove("description");
            schema.insert("type".to_owned(), "object".into());
            schema
        }
        .into();
        envelope_arguments::portable_input(&mut schema);
        if settings.unknown == UnknownArguments::Reject {
            envelope_arguments::close::<T>(&mut schema);
        }
        Ok(std::mem::take(schema.ensure_object()).into())
    }
}

/// The rules of `garde`. The compiler finds by the type whether it has rules: it prefers a method of the type itself, which only a type
/// that implements `Validate` has, to a method of a trait.
#[cfg(feature = "garde023")]
impl<T: garde::Validate<Context: Default>> TypeOf<T> {
    /// The rules.
    #[must_use]
    pub fn __rules(&self) -> Rules<T> {
        |arguments| Ok(envelope_arguments::validate(arguments)?)
    }
}

/// Arguments without rules.
pub trait HasNoRules<T> {
    /// No rules.
    fn __rules(&self) -> Rules<T> {
        |_| Ok(())
    }
}

impl<T> HasNoRules<T> for TypeOf<T> {}
