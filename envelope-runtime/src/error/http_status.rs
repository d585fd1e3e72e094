//! HTTP statuses as codes and error types.

use super::{ErrorCode, ErrorType};
#[cfg(any(feature = "http1", feature = "reqwest013", feature = "reqwest012"))]
use super::{Retry, ToolFailure};
use envelope_contracts::http_status::is_of;

macro_rules! define {
    ($(($pattern:pat) $code:ident $statuses:literal;)*) => {
        impl ErrorCode {
            /// The code of a failed HTTP response. `None` if the status is not an error: below 400, or above 599.
            ///
            /// ```
            /// use envelope_runtime::ErrorCode;
            ///
            /// assert_eq!(ErrorCode::from_http_status(410), Some(ErrorCode::NotFound));
            /// assert_eq!(ErrorCode::from_http_status(204), None);
            /// ```
            ///
            /// | status | code |
            /// |---|---|
            $(#[doc = concat!("| ", $statuses, " | [`", stringify!($code), "`](Self::", stringify!($code), ") |")])*
            #[must_use]
            pub const fn from_http_status(status: u16) -> Option<Self> {
                Some(match status {
                    $($pattern => Self::$code,)*
                    _ => return None,
                })
            }
        }
    };
}

envelope_contracts::http_statuses!(define);

/// The HTTP status of a failure: its own status if this fits the error type, or else the status of its code or error type.
pub(crate) fn of_failure(own: Option<u16>, code: &str, error_type: ErrorType) -> u16 {
    let own = own.filter(|status| is_of(*status, error_type.as_str()));
    own.unwrap_or_else(|| match code {
        "METHOD_NOT_ALLOWED" => 405,
        "TOO_LARGE" | "RESULT_TOO_LARGE" => 413,
        "UNSUPPORTED_MEDIA_TYPE" => 415,
        _ => error_type.http_status(),
    })
}

impl ErrorType {
    /// The error type of a failed HTTP response: the error type of its [code](ErrorCode::from_http_status). `None` if the status is not an
    /// error.
    ///
    /// This is the inverse of [`http_status`](Self::http_status), except that 403 is `authorization` and never `feature_flag`.
    ///
    /// ```
    /// use envelope_runtime::ErrorType;
    ///
    /// assert_eq!(ErrorType::from_http_status(503), Some(ErrorType::Unavailable));
    /// assert_eq!(ErrorType::from_http_status(304), None);
    /// ```
    #[must_use]
    pub const fn from_http_status(status: u16) -> Option<Self> {
        match ErrorCode::from_http_status(status) {
            Some(code) => Some(code.error_type()),
            None => None,
        }
    }
}

/// The failure of a call to another service that answered with this status. The failure has the same status.
#[cfg(any(feature = "http1", feature = "reqwest013", feature = "reqwest012"))]
pub(super) fn failure(status: u16) -> ToolFailure {
    let code = ErrorCode::from_http_status(status).unwrap_or(ErrorCode::InternalError);
    let message = format!("The service answered with the status {status}");
    let failure = ToolFailure::new(code, message).detail("status", status).status(status);
    // The gateway gave up, but the service behind it may have acted on the request.
    if status == 504 { failure.retry(Retry::OutcomeUnknown) } else { failure }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_error_type_is_found_by_its_status() {
        for &error_type in ErrorType::ALL {
            let expected = match error_type {
                ErrorType::FeatureFlag => ErrorType::Authorization,
                other => other,
            };
            assert_eq!(ErrorType::from_http_status(error_type.http_status()), Some(expected));
        }
    }

    /// A client that sees only the status finds the same error type, but for a feature that is off.
    #[test]
    fn a_failure_has_a_status_of_its_error_type() {
        for (own, code, error_type, status) in [
            (Some(410), "NOT_FOUND", ErrorType::NotFound, 410),
            (Some(423), "LOCKED", ErrorType::Conflict, 423),
            (Some(402), "UPGRADE_REQUIRED", ErrorType::FeatureFlag, 402),
            (Some(410), "CONFLICT", ErrorType::Conflict, 409),
            (Some(200), "CONFLICT", ErrorType::Conflict, 409),
            (Some(422), "TOO_LARGE", ErrorType::Validation, 422),
            (None, "TOO_LARGE", ErrorType::Validation, 413),
            (None, "RESULT_TOO_LARGE", ErrorType::Validation, 413),
            (None, "NOT_FOUND", ErrorType::NotFound, 404),
        ] {
            assert_eq!(of_failure(own, code, error_type), status, "{own:?} {code}");
        }
        for &error_type in ErrorType::ALL {
            assert!(is_of(error_type.http_status(), error_type.as_str()), "{error_type}");
        }
    }

    /// According to the table of `from_http_status`.
    #[test]
    fn a_code_is_found_by_its_status() {
        for (statuses, code) in [
            (&[401, 407][..], ErrorCode::Unauthorized),
            (&[402, 403, 451], ErrorCode::Forbidden),
            (&[404, 410], ErrorCode::NotFound),
            (&[408, 504], ErrorCode::Timeout),
            (&[409, 412, 423, 428], ErrorCode::Conflict),
            (&[413], ErrorCode::TooLarge),
            (&[429], ErrorCode::RateLimitExceeded),
            (&[400, 405, 418, 422, 499], ErrorCode::ValidationError),
            (&[501], ErrorCode::NotImplemented),
            (&[421, 425, 502, 503], ErrorCode::Unavailable),
            (&[500, 505, 599], ErrorCode::InternalError),
        ] {
            for status in statuses {
                assert_eq!(ErrorCode::from_http_status(*status), Some(code), "{status}");
            }
        }
    }

    #[test]
    fn every_error_has_a_code_and_nothing_else() {
        for status in 0..=u16::MAX {
            let code = ErrorCode::from_http_status(status);
            assert_eq!(code.is_some(), (400..600).contains(&status), "{status}");
        }
    }
}
