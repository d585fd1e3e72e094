//! The arguments of a tool of the SDK.

use ::rmcp::ErrorData;
use ::rmcp::handler::server::common::FromContextPart;
use ::rmcp::handler::server::tool::ToolCallContext;
use ::rmcp::handler::server::wrapper;
use serde_json::Value;

use crate::tool_arguments::Arguments;

/// The arguments of a call. The tool reads them.
impl<S, T> FromContextPart<ToolCallContext<'_, S>> for Arguments<T> {
    fn from_context_part(context: &mut ToolCallContext<'_, S>) -> Result<Self, ErrorData> {
        Ok(Value::Object(context.arguments.take().unwrap_or_default()).into())
    }
}

/// A test's arguments, with the SDK's `Parameters`.
impl<T> From<wrapper::Parameters<T>> for Arguments<T> {
    fn from(arguments: wrapper::Parameters<T>) -> Self {
        Self::typed(arguments.0)
    }
}

/// Types of the arguments of a tool under `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the SDK's `Parameters`",
    label = "not the arguments of a tool",
    note = "import `rmcp::handler::server::wrapper::Parameters`, which `envelope_runtime::rmcp3` exports, too"
)]
pub trait TakesArguments<T> {
    /// Converts the arguments of a call.
    fn take(arguments: T) -> Self;
}

impl<T> TakesArguments<T> for wrapper::Parameters<T> {
    fn take(arguments: T) -> Self {
        Self(arguments)
    }
}
