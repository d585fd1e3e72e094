//! The nine categories of failure, and what a caller is to do about each.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Retry;

/// The category of a failure: `error_type` of the response-v2 contract.
///
/// A category tells a caller how to route a failure without knowing its code. On the wire it is the
/// snake-case name:
///
/// ```
/// use envelope_runtime::{ErrorType, Retry};
///
/// assert_eq!(serde_json::to_string(&ErrorType::NotFound).unwrap(), r#""not_found""#);
/// assert_eq!(ErrorType::NotFound.http_status(), 404);
/// assert_eq!(ErrorType::RateLimit.retry(), Retry::AfterDelay);
/// ```
///
/// | `error_type` | HTTP | meaning | retry |
/// |---|---|---|---|
/// | `validation` | 400 | the input is invalid | no, fix the input |
/// | `authentication` | 401 | credentials are missing or invalid | no, re-authenticate |
/// | `authorization` | 403 | the credentials do not suffice | no |
/// | `not_found` | 404 | the resource does not exist | no |
/// | `conflict` | 409 | the state forbids it, as with a duplicate | maybe, check the state |
/// | `rate_limit` | 429 | too many requests | yes, after the delay |
/// | `feature_flag` | 403 | the feature is not enabled for this client | no, check the flag |
/// | `internal` | 500 | the server failed | yes, with backoff |
/// | `unavailable` | 503 | the service is down for now | yes, with backoff |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The category of a failure.")
)]
#[serde(rename_all = "snake_case")]
pub enum ErrorType {
    /// `validation`: the input is invalid. HTTP 400.
    Validation,
    /// `authentication`: credentials are missing or invalid. HTTP 401.
    Authentication,
    /// `authorization`: the credentials do not suffice. HTTP 403.
    Authorization,
    /// `not_found`: the resource does not exist. HTTP 404.
    NotFound,
    /// `conflict`: the state forbids it, as with a duplicate. HTTP 409.
    Conflict,
    /// `rate_limit`: too many requests. HTTP 429.
    RateLimit,
    /// `feature_flag`: the feature is not enabled for this client. HTTP 403.
    FeatureFlag,
    /// `internal`: the server failed. HTTP 500. Its message is hidden unless it is given or exposed.
    Internal,
    /// `unavailable`: the service is down for now. HTTP 503.
    Unavailable,
}

impl ErrorType {
    /// Every category, in the order of the contract's table.
    pub const ALL: [Self; 9] = [
        Self::Validation,
        Self::Authentication,
        Self::Authorization,
        Self::NotFound,
        Self::Conflict,
        Self::RateLimit,
        Self::FeatureFlag,
        Self::Internal,
        Self::Unavailable,
    ];

    /// The name on the wire, such as `not_found`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Validation => "validation",
            Self::Authentication => "authentication",
            Self::Authorization => "authorization",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::RateLimit => "rate_limit",
            Self::FeatureFlag => "feature_flag",
            Self::Internal => "internal",
            Self::Unavailable => "unavailable",
        }
    }

    /// The HTTP status that says the same, such as 404 for `not_found`.
    #[must_use]
    pub const fn http_status(self) -> u16 {
        match self {
            Self::Validation => 400,
            Self::Authentication => 401,
            Self::Authorization | Self::FeatureFlag => 403,
            Self::NotFound => 404,
            Self::Conflict => 409,
            Self::RateLimit => 429,
            Self::Internal => 500,
            Self::Unavailable => 503,
        }
    }

    /// The message of a failure of this category that has none, or whose message is hidden.
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

    /// Whether and how to try again.
    #[must_use]
    pub const fn retry(self) -> Retry {
        match self {
            Self::Validation => Retry::FixInput,
            Self::Authentication => Retry::Reauthenticate,
            Self::Authorization | Self::NotFound => Retry::No,
            Self::Conflict => Retry::CheckState,
            Self::RateLimit => Retry::AfterDelay,
            Self::FeatureFlag => Retry::CheckFlag,
            Self::Internal | Self::Unavailable => Retry::WithBackoff,
        }
    }
}

impl fmt::Display for ErrorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
