//! The errors of the MCP SDK.

use ::rmcp::ErrorData;
use ::rmcp::model::ErrorCode as Code;

use crate::error::{ErrorCode, ToolError, ToolFailure};

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
