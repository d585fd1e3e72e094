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
