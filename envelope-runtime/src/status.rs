//! How a call ended.

use std::borrow::Cow;

use crate::error::{ErrorCode, ErrorType, RetryAfter};

/// How a call ended: what [`Envelope::status`](crate::Envelope::status) returns.
///
/// A dialect whose replies can carry errors returns it from [`Dialect::status`](crate::Dialect::status).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The tool returned data.
    Success,
    /// The tool failed.
    #[non_exhaustive]
    Failure {
        /// The category.
        error_type: ErrorType,
        /// The code, in `SCREAMING_SNAKE_CASE`, even if the dialect writes it in another form.
        error_code: Cow<'static, str>,
        /// How long the caller should wait before it retries.
        retry_after: Option<RetryAfter>,
    },
}

impl Status {
    /// A failure with this code. A standard code keeps its own category; `error_type` is that of a custom code.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, Status};
    ///
    /// assert_eq!(Status::failure("NOT_FOUND", ErrorType::Internal).error_type(), Some(ErrorType::NotFound));
    /// assert_eq!(Status::failure("INDEX_STALE", ErrorType::Conflict).error_type(), Some(ErrorType::Conflict));
    /// ```
    pub fn failure(error_code: impl Into<Cow<'static, str>>, error_type: ErrorType) -> Self {
        let error_code = error_code.into();
        let error_type = error_code.parse().map_or(error_type, ErrorCode::error_type);
        Self::Failure { error_type, error_code, retry_after: None }
    }

    /// The category and the code of the failure, for the log.
    pub(crate) fn error(&self) -> Option<(ErrorType, &str)> {
        self.error_type().zip(self.error_code())
    }

    /// The category of the failure. `None` for a success.
    #[must_use]
    pub fn error_type(&self) -> Option<ErrorType> {
        match self {
            Self::Success => None,
            Self::Failure { error_type, .. } => Some(*error_type),
        }
    }

    /// The code of the failure. `None` for a success.
    #[must_use]
    pub fn error_code(&self) -> Option<&str> {
        match self {
            Self::Success => None,
            Self::Failure { error_code, .. } => Some(error_code),
        }
    }

    /// How long the caller should wait before it retries, if the failure says so.
    #[must_use]
    pub fn retry_after(&self) -> Option<&RetryAfter> {
        match self {
            Self::Success => None,
            Self::Failure { retry_after, .. } => retry_after.as_ref(),
        }
    }
}
