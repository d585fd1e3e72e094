//! Whether and when a failed call may be tried again.

use std::fmt;
use std::time::Duration;

/// What a caller does after a failure of a category: the last column of the table at [`ErrorType`](crate::ErrorType).
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
    /// Yes, with growing pauses.
    WithBackoff,
}

/// Whether to try again: what [`Retry::advice`] gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetryAdvice {
    /// Try the same call again.
    Yes,
    /// The same call fails again.
    No,
    /// It depends on the state.
    Maybe,
}

impl Retry {
    /// Whether to try again.
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
    /// The advice in words, such as `yes, with backoff`.
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

/// How long a caller waits before it tries again.
///
/// A failure says so by what its error marks: the rate limit's `retry_after`, or else `retry_after_seconds` as `data`. For a
/// category that may be tried again, the rate limit's `reset_at` says it, too.
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
    /// For this long.
    Delay(Duration),
    /// Until a time, as the error gave it: ISO 8601 text such as `2025-12-04T12:00:00Z`.
    At(String),
}
