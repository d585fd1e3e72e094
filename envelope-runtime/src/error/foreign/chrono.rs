//! Errors of `chrono`.

use ::chrono::format::{ParseError, ParseErrorKind};
use ::chrono::{OutOfRange, OutOfRangeError, ParseMonthError, ParseWeekdayError};

use crate::error::{ErrorCode, ToolError, ToolFailure};

/// `INVALID_FORMAT`, with the error's own message, which contains nothing of the input. A mistake in the format string is an
/// `INTERNAL_ERROR`.
impl ToolError for ParseError {
    fn failure(&self) -> ToolFailure {
        if self.kind() == ParseErrorKind::BadFormat {
            return ToolFailure::internal(self);
        }
        ToolFailure::new(
            ErrorCode::InvalidFormat,
            format_args!("The date or time is malformed: {self}"),
        )
    }
}

/// Errors without more information than their type.
macro_rules! fixed {
    ($($error:ty => $code:ident, $name:literal, $message:literal;)*) => {$(
        #[doc = concat!("`", $name, "`.")]
        impl ToolError for $error {
            fn failure(&self) -> ToolFailure {
                ToolFailure::new(ErrorCode::$code, $message)
            }
        }
    )*};
}

fixed! {
    ParseMonthError => InvalidFormat, "INVALID_FORMAT", "The text is not the name of a month";
    ParseWeekdayError => InvalidFormat, "INVALID_FORMAT", "The text is not the name of a weekday";
    OutOfRange => ValidationError, "VALIDATION_ERROR", "The number is not a month or a weekday";
    OutOfRangeError => ValidationError, "VALIDATION_ERROR", "The duration is out of range";
}
