//! Whether and when to retry a failed call.

use std::fmt;
use std::num::{NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroUsize};
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use envelope_contracts::retry::{RETRIES, RetryWords};
use serde::Serialize;
use serde_json::Number;

use crate::metadata::UnknownWord;
use crate::time::clock;

/// Whether and how a caller should retry: [`ErrorReport::retry`](crate::ErrorReport::retry) returns it for a failure, and
/// [`ErrorType::retry`](crate::ErrorType::retry) for a category.
///
/// A failure declares its own advice with `#[tool_error(retry = "never")]` or [`ToolFailure::retry`](crate::ToolFailure::retry).
/// Otherwise, a failure with a delay can be retried after the delay, and every other failure has the advice of its category.
///
/// | variant | `retry = "…"` and the detail `retry` | end of an MCP failure's text |
/// |---|---|---|
/// | `No` | `never` | `do not retry` |
/// | `FixInput` | `after_fix` | `retry after fixing the input` |
/// | `Reauthenticate` | `after_authentication` | `retry after authenticating` |
/// | `CheckFlag` | `after_enabling` | `retry after the feature is enabled` |
/// | `CheckState` | `after_check` | `retry after checking the state` |
/// | `AfterDelay` | a delay, such as `30 s` | `retry after 30 s`, or `retry later` without a delay |
/// | `WithBackoff` | `backoff` | `retry with backoff`, or `retry after 30 s` with a delay |
/// | `Unknown` | `unknown`, only in the detail | `unknown whether to retry` |
///
/// Whether to retry is [`advice`](Self::advice), and how long to wait is the failure's [`RetryAfter`], or else a backoff. A
/// crate for retries takes both: [`RetryAfter::delay`] has an example with backon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
    /// Unknown: neither the code nor the category says so, as for a `bail!` of `anyhow`.
    Unknown,
}

/// Whether to retry: what [`Retry::advice`] returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetryAdvice {
    /// Yes: retry the same call.
    Yes,
    /// No: the same call fails again.
    No,
    /// It depends on the state, which the caller has to check first, or it is unknown.
    Maybe,
}

impl Retry {
    /// In the order of the table.
    const ALL: [Self; 8] = [
        Self::No,
        Self::FixInput,
        Self::Reauthenticate,
        Self::CheckFlag,
        Self::CheckState,
        Self::AfterDelay,
        Self::WithBackoff,
        Self::Unknown,
    ];

    fn row(self) -> Option<&'static RetryWords> {
        let mut rows = Self::ALL.into_iter().zip(RETRIES);
        rows.find(|(retry, _)| *retry == self).map(|(_, row)| row)
    }

    /// The word of the detail `retry`.
    pub(crate) fn word(self) -> &'static str {
        self.row().map_or("", |row| row.word)
    }

    /// The words in the text of an MCP failure, without a delay.
    pub(crate) fn phrase(self) -> &'static str {
        self.row().map_or("", |row| row.phrase)
    }

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
            Self::Unknown => "unknown",
        }
    }

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
            Self::CheckState | Self::Unknown => RetryAdvice::Maybe,
            Self::AfterDelay | Self::WithBackoff => RetryAdvice::Yes,
        }
    }
}

/// Parses the word of the detail `retry`, such as `after_fix`.
impl FromStr for Retry {
    type Err = UnknownWord;

    fn from_str(word: &str) -> Result<Self, UnknownWord> {
        Self::ALL.into_iter().find(|retry| retry.word() == word).ok_or(UnknownWord)
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
/// [`delay`](Self::delay) returns either as a `Duration` from now.
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
    /// Wait this long.
    Delay(Duration),
    /// Wait until this time.
    At(SystemTime),
}

impl From<Duration> for RetryAfter {
    fn from(delay: Duration) -> Self {
        Self::Delay(delay)
    }
}

/// The type of a field with `#[tool_error(data = "retry_after_seconds")]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the time until a retry",
    label = "neither a number of seconds nor a `Duration`",
    note = "mark a number, a `std::time::Duration`, or an `Option` of either, or choose another key"
)]
pub trait RetryDelay: Serialize {}

macro_rules! retry_delays {
    ($($delay:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl RetryDelay for $delay {}
    )*};
}

retry_delays!(
    Duration, Number, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64
);
retry_delays!(NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroUsize);

macro_rules! wrappers {
    ($($wrapper:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: RetryDelay> RetryDelay for $wrapper {}
    )*};
}

wrappers!(Option<T>, &T, Box<T>);

impl RetryAfter {
    /// How long to wait, counted from now: zero if the time has passed.
    ///
    /// A crate for retries waits for this long, or else for its own backoff. With [backon](https://docs.rs/backon), `when` takes
    /// whether to retry, and `adjust` the delay:
    ///
    /// ```
    /// # let attempts = std::cell::Cell::new(0);
    /// use backon::{ExponentialBuilder, Retryable};
    /// use envelope_runtime::{RetryAdvice, ToolFailure};
    ///
    /// # let search = async || {
    /// #     attempts.set(attempts.get() + 1);
    /// #     if attempts.get() == 1 { Err(ToolFailure::rate_limited(100, "minute", 0)) } else { Ok(7) }
    /// # };
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
    /// let found = search
    ///     .retry(ExponentialBuilder::default())
    ///     .when(|failure: &ToolFailure| failure.report().retry().advice() == RetryAdvice::Yes)
    ///     .adjust(|failure, backoff| {
    ///         // There is no backoff after the last attempt.
    ///         let backoff = backoff?;
    ///         let asked = failure.report().retry_after().map(|after| after.delay());
    ///         Some(asked.unwrap_or(backoff))
    ///     })
    ///     .await?;
    /// # assert_eq!((found, attempts.get()), (7, 2));
    /// # Ok::<_, ToolFailure>(())
    /// # }).map_err(|failure| format!("{failure:?}"))?;
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// To also retry what may help after a look at the state, test for anything but [`RetryAdvice::No`].
    #[must_use]
    pub fn delay(&self) -> Duration {
        self.delay_from(clock::now())
    }

    pub(crate) fn delay_from(&self, now: SystemTime) -> Duration {
        match self {
            Self::Delay(delay) => *delay,
            Self::At(time) => time.duration_since(now).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod words {
    use super::*;

    #[test]
    fn the_table_has_a_row_for_each_variant() {
        assert_eq!(RETRIES.len(), Retry::ALL.len());
        for (retry, row) in Retry::ALL.into_iter().zip(RETRIES) {
            assert_eq!(format!("{retry:?}"), row.variant);
            assert_eq!(retry.word().parse(), Ok(retry));
            assert_eq!(retry.phrase(), row.phrase);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::system_time;

    #[test]
    fn times_are_counted_from_now() {
        let at = |text| system_time(text).unwrap();
        let now = at("2025-12-04T12:00:00Z");
        for (time, expected) in [
            ("2025-12-04T12:00:45Z", 45_000),
            ("2025-12-04T12:00:44.2Z", 44_200),
            ("2025-12-04T14:01:00+02:00", 60_000),
            ("2025-12-05T12:00:00Z", 86_400_000),
            ("2025-12-04T12:00:00Z", 0),
            ("2025-12-04T11:59:59Z", 0),
            ("1970-01-01T00:00:00Z", 0),
            ("0001-01-01T00:00:00Z", 0),
            ("9999-12-30T22:00:00Z", 251_637_357_600_000),
        ] {
            let delay = RetryAfter::At(at(time)).delay_from(now);
            assert_eq!(delay, Duration::from_millis(expected), "{time}");
        }
        let delay = Duration::from_millis(7_001);
        assert_eq!(RetryAfter::Delay(delay).delay_from(now), delay);
    }
}
