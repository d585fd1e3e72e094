//! How a call ended.

use std::borrow::Cow;

use crate::error::{
    ErrorCode, ErrorReport, ErrorType, Retry, RetryAfter, ToolFailure, http_status,
};

/// How a call ended. See [`Envelope::status`](crate::Envelope::status).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// The tool returned data.
    Success,
    /// The tool failed.
    #[non_exhaustive]
    Failure {
        /// The error type.
        error_type: ErrorType,
        /// The code, in `SCREAMING_SNAKE_CASE`, even if the dialect writes it in another form.
        error_code: Cow<'static, str>,
        /// Whether and how to retry.
        retry: Retry,
        /// How long the caller should wait before it retries.
        retry_after: Option<RetryAfter>,
        /// The HTTP status.
        http_status: u16,
    },
}

impl Status {
    /// A failure with this code. The contract response-v2 fixes the error types of its codes. Any other code gets `error_type`.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, Status};
    ///
    /// assert_eq!(Status::failure("NOT_FOUND", ErrorType::Internal).error_type(), Some(ErrorType::NotFound));
    /// assert_eq!(Status::failure("INDEX_STALE", ErrorType::Conflict).error_type(), Some(ErrorType::Conflict));
    /// ```
    pub fn failure(error_code: impl Into<Cow<'static, str>>, error_type: ErrorType) -> Self {
        let error_code = error_code.into();
        let error_type = ErrorCode::fixed_error_type(&error_code).unwrap_or(error_type);
        let http_status = http_status::of_failure(None, &error_code, error_type);
        let retry = error_type.retry();
        Self::Failure { error_type, error_code, retry, retry_after: None, http_status }
    }

    /// The status of a call that ended with this failure. The code of the failure can depend on the dialect.
    pub(crate) fn from_failure(failure: &ToolFailure, dialect: &str) -> Self {
        let report = failure.report();
        Self::of(report, report.owned_code_in(dialect))
    }

    fn of(report: &ErrorReport, error_code: Cow<'static, str>) -> Self {
        Self::Failure {
            error_type: report.error_type(),
            retry: report.retry(),
            retry_after: report.retry_after(),
            http_status: report.http_status_with(&error_code),
            error_code,
        }
    }

    /// The error type and the code of the failure, for the log.
    pub(crate) fn error(&self) -> Option<(ErrorType, &str)> {
        self.error_type().zip(self.error_code())
    }

    /// The error type of the failure. `None` for a success.
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

    /// The HTTP status: 200 for a success. A failure has the status that it [declares](crate::ToolFailure::status), or else the status of
    /// its error type, such as 404 for `not_found`. Four codes have their own status: `METHOD_NOT_ALLOWED` 405, `TOO_LARGE` and
    /// `RESULT_TOO_LARGE` 413, `UNSUPPORTED_MEDIA_TYPE` 415.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, Status};
    ///
    /// assert_eq!(Status::Success.http_status(), 200);
    /// assert_eq!(Status::failure("INDEX_STALE", ErrorType::Conflict).http_status(), 409);
    /// ```
    #[must_use]
    pub fn http_status(&self) -> u16 {
        match self {
            Self::Success => 200,
            Self::Failure { http_status, .. } => *http_status,
        }
    }

    /// Whether and how to retry. `None` for a success.
    #[must_use]
    pub fn retry(&self) -> Option<Retry> {
        match self {
            Self::Success => None,
            Self::Failure { retry, .. } => Some(*retry),
        }
    }

    /// The delay before a retry, if the failure has a delay.
    #[must_use]
    pub fn retry_after(&self) -> Option<&RetryAfter> {
        match self {
            Self::Success => None,
            Self::Failure { retry_after, .. } => retry_after.as_ref(),
        }
    }
}

/// The status of a call that ended with this failure.
///
/// ```
/// use envelope_runtime::{Status, ToolFailure};
///
/// let status = Status::from(ToolFailure::not_found("Spec", "auth").status(410));
/// assert_eq!((status.error_code(), status.http_status()), (Some("NOT_FOUND"), 410));
/// ```
impl From<ToolFailure> for Status {
    fn from(failure: ToolFailure) -> Self {
        let report = failure.report();
        Self::of(report, report.code().to_owned().into())
    }
}
