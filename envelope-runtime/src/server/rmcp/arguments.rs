//! The arguments of a tool of the SDK.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::handler::server::wrapper;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::Value;

use crate::arguments::Arguments;

/// The arguments of a call. The tool reads them.
impl<S, T> FromContextPart<ToolCallContext<'_, S>> for Arguments<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Value::Object(context.arguments.take().unwrap_or_default()).into())
    }
}

/// For calls of a tool without a server: `Parameters(Search { … }).into()`, with the SDK's `Parameters`.
impl<T> From<wrapper::Parameters<T>> for Arguments<T> {
    fn from(arguments: wrapper::Parameters<T>) -> Self {
        Self::typed(arguments.0)
    }
}

/// Types of the arguments of a tool under `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the SDK's `Parameters`",
    label = "not the arguments of a tool",
    note = "import `rmcp::handler::server::wrapper::Parameters`, which `envelope_runtime::server::rmcp` exports, too"
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
