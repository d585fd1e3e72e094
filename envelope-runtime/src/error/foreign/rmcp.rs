//! The errors of the MCP SDK.

use ::rmcp::model::ErrorCode as Code;
use ::rmcp::{ErrorData, ServiceError};

use crate::error::{Chain, ErrorCode, ToolError, ToolFailure};

/// See the [table](crate::foreign#rmcp). A tool that moves to `#[envelope_tool]` can keep the errors that it made for the SDK.
impl ToolError for ErrorData {
    fn failure(&self) -> ToolFailure {
        let code = match self.code {
            Code::INVALID_PARAMS | Code::INVALID_REQUEST | Code::PARSE_ERROR => {
                ErrorCode::ValidationError
            }
            Code::RESOURCE_NOT_FOUND | Code::METHOD_NOT_FOUND => ErrorCode::NotFound,
            _ => ErrorCode::InternalError,
        };
        let failure = ToolFailure::new(code, &self.message);
        match &self.data {
            Some(data) if code != ErrorCode::InternalError => failure.detail("data", data),
            Some(data) => failure.cause(data),
            None => failure,
        }
    }
}

/// See the [table](crate::foreign#rmcp). Tools that call another server get this error.
impl ToolError for ServiceError {
    fn failure(&self) -> ToolFailure {
        let failure = match self {
            Self::McpError(error) => return error.failure(),
            Self::Timeout { .. } => ToolFailure::timed_out("The service did not answer in time"),
            Self::Cancelled { .. } => ToolFailure::cancelled(),
            Self::TransportSend(_) | Self::TransportClosed => {
                ToolFailure::unavailable("The connection to the service failed")
            }
            Self::UnexpectedResponse => {
                ToolFailure::unavailable("The service sent a malformed response")
            }
            _ => return ToolFailure::internal(Chain(self)),
        };
        failure.replacing(Chain(self))
    }
}
