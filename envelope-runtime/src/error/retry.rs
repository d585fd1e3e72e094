//! Whether and when to retry a failed call.

use std::fmt;
use std::time::Duration;

/// What a caller should do after a failure of a category: what [`ErrorType::retry`](crate::ErrorType::retry) returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Retry {
    /// No: the same call fails again.
    No,
    /// No: fix the input first.
    FixInput,
    /// No: authenticate again first.
    Reauthenticate,
    /// No: check whether the feature is enabled.
    CheckFlag,
    /// Maybe: check the state first.
    CheckState,
    /// Yes, after the delay that the failure names.
    AfterDelay,
    /// Yes, with exponential backoff.
    WithBackoff,
}

/// Whether to retry: what [`Retry::advice`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetryAdvice {
    /// Yes: retry the same call.
    Yes,
    /// No: the same call fails again.
    No,
    /// It depends on the state, which the caller has to check first.
    Maybe,
}

impl Retry {
    /// Whether to retry the same call.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, RetryAdvice};
    ///
    /// assert_eq!(ErrorType::Unavailable.retry().advice(), RetryAdvice::Yes);
    /// assert_eq!(ErrorType::Validation.retry().advice(), RetryAdvice::No);
    /// assert_eq!(ErrorType::Conflict.retry().advice(), RetryAdvice::Maybe);
    /// ```
    #[must_use]
    pub const fn advice(self) -> RetryAdvice {
        match self {
            Self::No | Self::FixInput | Self::Reauthenticate | Self::CheckFlag => RetryAdvice::No,
            Self::CheckState => RetryAdvice::Maybe,
            Self::AfterDelay | Self::WithBackoff => RetryAdvice::Yes,
        }
    }
}

impl Retry {
    /// The advice as text, such as `yes, with backoff`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::No => "no",
            Self::FixInput => "no, fix the input",
            Self::Reauthenticate => "no, re-authenticate",
            Self::CheckFlag => "no, check the flag",
            Self::CheckState => "maybe, check the state",
            Self::AfterDelay => "yes, after the delay",
            Self::WithBackoff => "yes, with backoff",
        }
    }
}

impl fmt::Display for Retry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How long a caller should wait before it retries.
///
/// It comes from the `retry_after` of the failure's [`RateLimit`](crate::RateLimit), or else from its data
/// `retry_after_seconds`, or else, if the [category](crate::ErrorType) can be retried, from the `reset_at` of the rate limit.
///
/// ```
/// use std::time::Duration;
///
/// use envelope_runtime::{RetryAfter, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2")]
/// fn search() -> Result<(), ToolFailure> {
///     Err(ToolFailure::rate_limited(100, "minute", 45))
/// }
///
/// assert_eq!(search().retry_after(), Some(&RetryAfter::Delay(Duration::from_secs(45))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RetryAfter {
    /// This long, from now on.
    Delay(Duration),
    /// Until this time, as the error gave it: ISO 8601 text such as `2025-12-04T12:00:00Z`.
    At(String),
}

impl From<Duration> for RetryAfter {
    fn from(delay: Duration) -> Self {
        Self::Delay(delay)
    }
}
