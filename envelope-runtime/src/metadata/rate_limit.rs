//! The state of a rate limit, in successes and in failures.

use std::sync::Arc;

use envelope_contracts::shared::RATE_LIMIT;
use serde_json::{Map, Value};

use super::{insert_extra, serialize_object};
use crate::time::{IntoTime, Time};

/// The state of a rate limit: `meta.rate_limit` in response-v2. Values that are not set are left out.
///
/// A failure can have the state, too: see [`ToolFailure::rate_limit`](crate::ToolFailure::rate_limit), or mark a field with
/// `#[tool_error(rate_limit)]`.
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
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct RateLimit {
    limit: Option<u64>,
    remaining: Option<u64>,
    /// ISO 8601.
    pub(crate) reset_at: Option<String>,
    pub(crate) retry_after: Option<u64>,
    period: Option<Box<str>>,
    extra: Map<String, Value>,
}

serialize_object! { |state: &RateLimit|
    "limit": state.limit,
    "remaining": state.remaining,
    "reset_at": state.reset_at.as_ref(),
    "retry_after": state.retry_after,
    "period": state.period.as_ref(),
    ..&state.extra
}

impl RateLimit {
    /// A state without any values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many requests the client may make in a period.
    pub fn limit(mut self, requests: u64) -> Self {
        self.limit = Some(requests);
        self
    }

    /// Sets how many requests are left in this period.
    pub fn remaining(mut self, requests: u64) -> Self {
        self.remaining = Some(requests);
        self
    }

    /// Sets when the period ends: a `SystemTime`, an ISO 8601 time such as `2025-12-04T12:00:00Z`, or the date of an HTTP header. On the
    /// wire, the time is ISO 8601. A `SystemTime` is rounded up to the second, so that no client comes too early.
    ///
    /// A time needs `Z` or an offset, since no client can interpret a local time. Text that is not a time is left out.
    ///
    /// ```
    /// use std::time::{Duration, UNIX_EPOCH};
    ///
    /// use envelope_runtime::RateLimit;
    ///
    /// let noon = RateLimit::new().reset_at("2025-12-04T12:00:00Z");
    /// assert_eq!(RateLimit::new().reset_at("Thu, 04 Dec 2025 12:00:00 GMT"), noon);
    /// assert_eq!(RateLimit::new().reset_at(UNIX_EPOCH + Duration::from_secs(1_764_849_600)), noon);
    /// assert_eq!(RateLimit::new().reset_at("tomorrow"), RateLimit::new());
    /// ```
    pub fn reset_at(mut self, time: impl IntoTime) -> Self {
        self.reset_at = time.into_time().and_then(Time::not_before);
        self
    }

    /// Sets how long to wait before the next request, in seconds.
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Sets the period of the limit, such as `minute`.
    pub fn period(mut self, period: impl Into<Box<str>>) -> Self {
        self.period = Some(period.into());
        self
    }

    /// Adds another key. A key that another method sets is left out.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        insert_extra(&mut self.extra, |key| RATE_LIMIT.has(key), key, value);
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The type of a field with `#[tool_error(rate_limit)]`: a [`RateLimit`], a pointer to one, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the state of a rate limit",
    label = "not a `RateLimit`",
    note = "mark an `envelope_runtime::RateLimit`, a pointer to one, or an `Option` of either"
)]
pub trait ErrorRateLimit {
    /// The state of the rate limit. `None` if it is unknown.
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

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::RateLimit;

    #[test]
    fn the_end_is_a_time_on_the_wire() {
        let seconds = |seconds| UNIX_EPOCH + Duration::from_secs(seconds);
        let with_offset = String::from("2025-12-04T13:00:00.5+01:00");
        for (state, expected) in [
            (
                RateLimit::new().reset_at("2025-12-04T12:00:00Z"),
                r#"{"reset_at":"2025-12-04T12:00:00Z"}"#,
            ),
            (
                RateLimit::new().reset_at(&with_offset),
                r#"{"reset_at":"2025-12-04T13:00:00.5+01:00"}"#,
            ),
            (
                RateLimit::new().reset_at(with_offset),
                r#"{"reset_at":"2025-12-04T13:00:00.5+01:00"}"#,
            ),
            (
                RateLimit::new().reset_at(Some("Thu, 04 Dec 2025 12:00:00 GMT")),
                r#"{"reset_at":"2025-12-04T12:00:00Z"}"#,
            ),
            (
                RateLimit::new().reset_at(seconds(1_764_849_600)),
                r#"{"reset_at":"2025-12-04T12:00:00Z"}"#,
            ),
            (
                RateLimit::new().reset_at(seconds(1_764_849_599) + Duration::from_nanos(1)),
                r#"{"reset_at":"2025-12-04T12:00:00Z"}"#,
            ),
            (RateLimit::new().reset_at("tomorrow"), "{}"),
            (RateLimit::new().reset_at("2025-12-04T12:00:00"), "{}"),
            (RateLimit::new().reset_at(None::<&str>), "{}"),
            (RateLimit::new().reset_at(seconds(253_402_300_800)), "{}"),
            (RateLimit::new().reset_at(UNIX_EPOCH - Duration::from_secs(1)), "{}"),
        ] {
            assert_eq!(serde_json::to_string(&state).unwrap(), expected);
        }
    }
}
