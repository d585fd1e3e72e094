//! The nine categories of failures, and how to retry each.

use std::fmt;

use super::Retry;

// The table is in the macro crate, since the derive needs it.
envelope_macros::__error_types!();

impl ErrorType {
    /// The message of a failure whose own message is blank or hidden.
    pub(crate) const fn sentence(self) -> &'static str {
        match self {
            Self::Validation => "The input is invalid",
            Self::Authentication => "The credentials are missing or invalid",
            Self::Authorization => "The credentials are not sufficient",
            Self::NotFound => "The resource does not exist",
            Self::Conflict => "The current state does not allow this",
            Self::RateLimit => "There were too many requests",
            Self::FeatureFlag => "The feature is not enabled",
            Self::Internal => "An internal error occurred",
            Self::Unavailable => "The service is temporarily unavailable",
        }
    }
}

impl fmt::Display for ErrorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
