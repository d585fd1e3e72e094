//! HTTP statuses as codes and categories.

#[cfg(any(feature = "http", feature = "reqwest"))]
use super::ToolFailure;
use super::{ErrorCode, ErrorType};

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
    /// | 401, 407 | `UNAUTHORIZED` |
    /// | 402, 403, 451 | `FORBIDDEN` |
    /// | 404, 410 | `NOT_FOUND` |
    /// | 408, 504 | `TIMEOUT` |
    /// | 409, 412, 423, 428 | `CONFLICT` |
    /// | 413 | `TOO_LARGE` |
    /// | 429 | `RATE_LIMIT_EXCEEDED` |
    /// | any other from 400 to 499 | `VALIDATION_ERROR` |
    /// | 501 | `NOT_IMPLEMENTED` |
    /// | 502, 503 | `UNAVAILABLE` |
    /// | any other from 500 to 599 | `INTERNAL_ERROR` |
    #[must_use]
    pub const fn from_http_status(status: u16) -> Option<Self> {
        Some(match status {
            401 | 407 => Self::Unauthorized,
            402 | 403 | 451 => Self::Forbidden,
            404 | 410 => Self::NotFound,
            408 | 504 => Self::Timeout,
            409 | 412 | 423 | 428 => Self::Conflict,
            413 => Self::TooLarge,
            429 => Self::RateLimitExceeded,
            400..=499 => Self::ValidationError,
            501 => Self::NotImplemented,
            502 | 503 => Self::Unavailable,
            500..=599 => Self::InternalError,
            _ => return None,
        })
    }
}

impl ErrorType {
    /// The category of a failed HTTP response: that of its [code](ErrorCode::from_http_status). `None` if the status is not an
    /// error.
    ///
    /// It is the inverse of [`http_status`](Self::http_status), except that 403 is `authorization` and never `feature_flag`.
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

/// The failure of a call to another service that answered with this status.
#[cfg(any(feature = "http", feature = "reqwest"))]
pub(super) fn failure(status: u16) -> ToolFailure {
    let code = ErrorCode::from_http_status(status).unwrap_or(ErrorCode::InternalError);
    ToolFailure::new(code, format_args!("The service answered with the status {status}"))
        .detail("status", status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_category_is_found_by_its_status() {
        for error_type in ErrorType::ALL {
            let expected = match error_type {
                ErrorType::FeatureFlag => ErrorType::Authorization,
                other => other,
            };
            assert_eq!(ErrorType::from_http_status(error_type.http_status()), Some(expected));
        }
    }

    /// As the table of `from_http_status` says.
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
            (&[502, 503], ErrorCode::Unavailable),
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
