//! The error of `uuid`.

use ::uuid::Error;

use crate::error::{Chain, ErrorCode, ToolError, ToolFailure};

/// `INVALID_FORMAT`. The error's own message, which may quote the input, is logged.
impl ToolError for Error {
    fn failure(&self) -> ToolFailure {
        ToolFailure::new(ErrorCode::InvalidFormat, "The text is not a UUID").replacing(Chain(self))
    }
}
