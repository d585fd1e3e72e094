//! The state of a rate limit, in successes and in failures.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The state of a rate limit: `meta.rate_limit` in response-v2. What is not known is left out.
///
/// ```
/// use envelope_runtime::RateLimit;
///
/// let state = RateLimit::new().limit(100).remaining(95).reset_at("2025-12-04T12:00:00Z");
/// assert_eq!(
///     serde_json::to_string(&state).unwrap(),
///     r#"{"limit":100,"remaining":95,"reset_at":"2025-12-04T12:00:00Z"}"#
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The state of a rate limit.")
)]
#[non_exhaustive]
#[must_use]
pub struct RateLimit {
    /// How many requests the client may make in a period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// How many of them are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining: Option<u64>,
    /// When the period ends, as an ISO 8601 time such as `2025-12-04T12:00:00Z`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reset_at: Option<String>,
    /// How long to wait before the next request, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    #[serde(flatten)]
    further: Map<String, Value>,
}

impl RateLimit {
    const RESERVED: [&'static str; 4] = ["limit", "remaining", "reset_at", "retry_after"];

    /// A state of which nothing is known yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How many requests the client may make in a period.
    pub fn limit(mut self, requests: u64) -> Self {
        self.limit = Some(requests);
        self
    }

    /// How many of them are left.
    pub fn remaining(mut self, requests: u64) -> Self {
        self.remaining = Some(requests);
        self
    }

    /// When the period ends, as an ISO 8601 time such as `2025-12-04T12:00:00Z`.
    pub fn reset_at(mut self, time: impl Into<String>) -> Self {
        self.reset_at = Some(time.into());
        self
    }

    /// How long to wait before the next request, in seconds.
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// A further key of one's own. The four above keep their meaning: a value for one of them is left out.
    pub fn field(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        crate::further::insert(&mut self.further, &Self::RESERVED, key.into(), value.into());
        self
    }

    /// The keys that are not the contract's.
    #[must_use]
    pub fn further(&self) -> &Map<String, Value> {
        &self.further
    }
}

/// How long a caller is to wait before it tries again.
///
/// A failure says so by what its error marks: the rate limit's `retry_after`, or else `retry_after_seconds` as `data`. For a
/// category that may be tried again, the rate limit's `reset_at` says it, too.
///
/// ```
/// use envelope_runtime::{RetryAfter, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn search() -> Result<(), ToolFailure> {
///     Err(ToolFailure::rate_limited(100, "minute", 45))
/// }
///
/// assert_eq!(search().retry_after(), Some(&RetryAfter::Seconds(45)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RetryAfter {
    /// For so many seconds.
    Seconds(u64),
    /// Until a time, as ISO 8601 text such as `2025-12-04T12:00:00Z`, which is as the error gave it.
    At(String),
}

/// What an error may mark as the state of a rate limit: a [`RateLimit`], a pointer to one, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the state of a rate limit",
    label = "not a `RateLimit`",
    note = "mark an `envelope_runtime::RateLimit`, a pointer to one, or an `Option` of either"
)]
pub trait ErrorRateLimit {
    /// The state, if there is one.
    fn rate_limit(&self) -> Option<&RateLimit>;
}

impl ErrorRateLimit for RateLimit {
    fn rate_limit(&self) -> Option<&RateLimit> {
        Some(self)
    }
}

impl<T: ErrorRateLimit> ErrorRateLimit for Option<T> {
    fn rate_limit(&self) -> Option<&RateLimit> {
        self.as_ref()?.rate_limit()
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<T: ErrorRateLimit + ?Sized> ErrorRateLimit for $pointer {
            fn rate_limit(&self) -> Option<&RateLimit> {
                (**self).rate_limit()
            }
        }
    )*};
}

pointers!(&T, Box<T>, Arc<T>);
