//! The error of `jiff`.

use ::jiff::Error;

use crate::error::{Chain, ErrorCode, ToolError, ToolFailure};

/// `INVALID_FORMAT`. The error's own message, which may quote the input, is logged.
impl ToolError for Error {
    fn failure(&self) -> ToolFailure {
        let message = "The date, time or duration is malformed or out of range";
        ToolFailure::new(ErrorCode::InvalidFormat, message).replacing(Chain(self))
    }
}
