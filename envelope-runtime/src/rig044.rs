//! Tools for an agent that is built with rig.
//!
//! A tool of rig returns a `Result`. [`to_result`] converts a tool's envelope into this `Result`:
//!
//! ```
//! use envelope_runtime::rig044::to_result;
//! use envelope_runtime::{ToolFailure, envelope_tool};
//! use rig_core::tool::{ToolErrorKind, ToolExecutionError};
//!
//! #[envelope_tool(
//!     dialect = "mcp-2025-11-25",
//!     text,
//!     returns = Result<String, ToolExecutionError>,
//!     via = to_result,
//! )]
//! fn read_docs(name: &str) -> Result<String, ToolFailure> {
//!     match name {
//!         "serde" => Ok("# serde".to_owned()),
//!         _ => Err(ToolFailure::not_found("Crate", name)),
//!     }
//! }
//!
//! assert_eq!(read_docs("serde")?, "# serde");
//! let error = read_docs("tokio").unwrap_err();
//! assert_eq!(error.kind(), ToolErrorKind::NotFound);
//! assert_eq!(error.model_feedback(), Some("Error: Crate not found: tokio\n(NOT_FOUND, do not retry)"));
//! # Ok::<(), ToolExecutionError>(())
//! ```
//!
//! A [`ToolFailure`] converts into the same error, for code outside of a tool.
//!
//! | part of the error | value |
//! |---|---|
//! | the message, and the text for the model | [`Envelope::model_text`] |
//! | kind | see below |
//! | code | [`Envelope::error_code`] |
//! | retryable | whether to retry, according to the [retry advice](crate::RetryAdvice). For `Maybe`, the default of the kind |
//! | HTTP status | [`Status::http_status`](crate::Status::http_status) |
//!
//! | error type | kind |
//! |---|---|
//! | `validation` | `InvalidArgs` |
//! | `not_found` | `NotFound` |
//! | `authentication`, `authorization`, `feature_flag` | `PermissionDenied` |
//! | `rate_limit` | `RateLimited` |
//! | `unavailable` | `Timeout` for the code `TIMEOUT`, or else `Network` |
//! | `conflict`, `internal` | `Other` |

use rig_core::tool::{ToolErrorKind, ToolExecutionError};

use crate::envelope::Envelope;
use crate::error::{ErrorCode, ErrorType, Retry, RetryAdvice, ToolFailure};
use crate::mcp::{Mcp, V_2025_11_25};

/// Returns [`Envelope::model_text`] of a success, or the error for a failure. Pass this function to the argument `via` of
/// [`envelope_tool`](crate::envelope_tool).
///
/// # Errors
///
/// Returns an error if the envelope is a failure.
#[allow(clippy::needless_pass_by_value, reason = "`via` names a function that takes the envelope")]
pub fn to_result(envelope: Envelope) -> Result<String, ToolExecutionError> {
    match envelope.error_type() {
        None => Ok(envelope.model_text().into_owned()),
        Some(error_type) => Err(error(&envelope, error_type)),
    }
}

/// For code outside of a tool. The text for the model is from an envelope in the ambient [dialect](crate::AnyDialect), or else in MCP.
impl From<ToolFailure> for ToolExecutionError {
    fn from(failure: ToolFailure) -> Self {
        let error_type = failure.report().error_type();
        error(&failure.envelope::<Mcp<V_2025_11_25>>(), error_type)
    }
}

fn error(envelope: &Envelope, error_type: ErrorType) -> ToolExecutionError {
    let code = envelope.error_code().unwrap_or_default();
    let error = ToolExecutionError::new(kind(error_type, code), envelope.model_text())
        .with_code(code)
        .with_http_status(envelope.status().http_status());
    match envelope.retry().map(Retry::advice) {
        Some(RetryAdvice::Yes) => error.with_retryable(true),
        Some(RetryAdvice::No) => error.with_retryable(false),
        Some(RetryAdvice::Maybe) | None => error,
    }
}

fn kind(error_type: ErrorType, code: &str) -> ToolErrorKind {
    match error_type {
        ErrorType::Validation => ToolErrorKind::InvalidArgs,
        ErrorType::NotFound => ToolErrorKind::NotFound,
        ErrorType::Authentication | ErrorType::Authorization | ErrorType::FeatureFlag => {
            ToolErrorKind::PermissionDenied
        }
        ErrorType::RateLimit => ToolErrorKind::RateLimited,
        ErrorType::Unavailable if code == ErrorCode::Timeout.as_str() => ToolErrorKind::Timeout,
        ErrorType::Unavailable => ToolErrorKind::Network,
        ErrorType::Conflict | ErrorType::Internal => ToolErrorKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnyDialect;
    use crate::response_v2::ResponseV2;

    #[test]
    fn each_error_type_has_a_kind() {
        for (error_type, kind, is_retryable) in [
            (ErrorType::Validation, ToolErrorKind::InvalidArgs, Some(false)),
            (ErrorType::Authentication, ToolErrorKind::PermissionDenied, Some(false)),
            (ErrorType::Authorization, ToolErrorKind::PermissionDenied, Some(false)),
            (ErrorType::NotFound, ToolErrorKind::NotFound, Some(false)),
            (ErrorType::Conflict, ToolErrorKind::Other, None),
            (ErrorType::RateLimit, ToolErrorKind::RateLimited, Some(true)),
            (ErrorType::FeatureFlag, ToolErrorKind::PermissionDenied, Some(false)),
            (ErrorType::Internal, ToolErrorKind::Other, Some(true)),
            (ErrorType::Unavailable, ToolErrorKind::Network, Some(true)),
        ] {
            let failure = ToolFailure::custom("OWN_CODE", error_type, "It failed");
            let error = ToolExecutionError::from(failure);
            assert_eq!((error.kind(), error.retryable()), (kind, is_retryable), "{error_type}");
            assert_eq!(error.code(), Some("OWN_CODE"));
            assert_eq!(error.http_status(), Some(error_type.http_status()));
        }
        let timeout = ToolFailure::new(ErrorCode::Timeout, "It took too long").status(504);
        let error = ToolExecutionError::from(timeout);
        assert_eq!((error.kind(), error.http_status()), (ToolErrorKind::Timeout, Some(504)));
    }

    #[test]
    fn a_hidden_message_stays_hidden() {
        let error = ToolExecutionError::from(ToolFailure::internal("secret").cause("secret"));
        let text =
            "Error: An internal error occurred\n(INTERNAL_ERROR, retry once, then report it)";
        assert_eq!((error.message(), error.model_feedback()), (text, Some(text)));
        assert!(!format!("{error:?}").contains("secret"));
    }

    /// In a dialect without texts, the model reads the JSON.
    #[test]
    fn a_failed_envelope_of_any_dialect_is_an_error() {
        let failure = || ToolFailure::not_found("Crate", "tokio").status(410);
        let error = to_result(failure().envelope::<ResponseV2>()).unwrap_err();
        assert!(error.message().starts_with(r#"{"success":false"#), "{error}");
        assert_eq!((error.code(), error.http_status()), (Some("NOT_FOUND"), Some(410)));

        let in_dialect = AnyDialect::of::<ResponseV2>()
            .sync_scope(|| ToolExecutionError::from(failure()).message().to_owned());
        assert_eq!(in_dialect, error.message());
    }
}
