//! The error of `url`.

use ::url::ParseError;

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// `INVALID_FORMAT`, with the error's own message, which contains nothing of the input.
impl ToolError for ParseError {
    fn failure(&self) -> ToolFailure {
        ToolFailure::new(ErrorCode::InvalidFormat, format_args!("The URL is malformed: {self}"))
    }
}
