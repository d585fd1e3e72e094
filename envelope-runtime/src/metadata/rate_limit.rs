//! The state of a rate limit, in successes and in failures.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Map, Value};

use super::insert_extra;
use crate::json::Document;
use crate::read::{Lenient, Parts, deserialize_leniently};

/// The state of a rate limit: `meta.rate_limit` in response-v2. Unknown values are left out.
///
/// A failure carries it too: [`ToolFailure::rate_limit`](crate::ToolFailure::rate_limit), or `#[tool_error(rate_limit)]` on
/// a field.
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
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    /// How many requests are left in this period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining: Option<u64>,
    /// When the period ends, as an ISO 8601 time such as `2025-12-04T12:00:00Z`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reset_at: Option<String>,
    /// How long to wait before the next request, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl RateLimit {
    const RESERVED: [&'static str; 4] = ["limit", "remaining", "reset_at", "retry_after"];

    /// A state of which nothing is known.
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

    /// Sets when the period ends, as an ISO 8601 time such as `2025-12-04T12:00:00Z`. The text is not checked.
    pub fn reset_at(mut self, time: impl Into<String>) -> Self {
        self.reset_at = Some(time.into());
        self
    }

    /// Sets how long to wait before the next request, in seconds.
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// Adds another key. A value for one of the four keys above is left out.
    pub fn extra(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        insert_extra(&mut self.extra, &Self::RESERVED, key, value);
        self
    }

    /// The other keys.
    #[must_use]
    pub fn extras(&self) -> &Map<String, Value> {
        &self.extra
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Lenient for RateLimit {
    const EXPECTED: &'static str = "an object";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        let mut parts = Parts::of(document)?;
        Ok(Self {
            limit: parts.take("limit"),
            remaining: parts.take("remaining"),
            reset_at: parts.take("reset_at"),
            retry_after: parts.take("retry_after"),
            extra: parts.into_extra(),
        })
    }
}

deserialize_leniently!(RateLimit);

/// The type of a field with `#[tool_error(rate_limit)]`: a [`RateLimit`], a pointer to one, or an `Option` of either.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the state of a rate limit",
    label = "not a `RateLimit`",
    note = "mark an `envelope_runtime::RateLimit`, a pointer to one, or an `Option` of either"
)]
pub trait ErrorRateLimit {
    /// The state of the rate limit. `None` if there is none.
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
    use super::RateLimit;

    /// What is reserved is what is written.
    #[test]
    fn the_reserved_keys_are_the_fields() {
        let full = RateLimit::new().limit(1).remaining(1).reset_at("t").retry_after(1);
        let value = serde_json::to_value(full).unwrap();
        let keys = value.as_object().unwrap().keys();
        assert!(keys.eq(RateLimit::RESERVED), "{value}");
    }
}
