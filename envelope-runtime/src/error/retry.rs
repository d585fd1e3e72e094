//! Whether and when to retry a failed call.

use std::num::{NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::{Duration, SystemTime};

use envelope_contracts::retry::{RETRIES, RETRY_PHRASES};
use serde::Serialize;
use serde_json::Number;

use crate::metadata::{wire_words, words};
use crate::time::clock;

words! {
    /// Whether and how a caller should retry: [`ErrorReport::retry`](crate::ErrorReport::retry) returns it for a failure, and
    /// [`ErrorType::retry`](crate::ErrorType::retry) for an error type.
    ///
    /// A failure declares its own advice with `#[tool_error(retry = "never")]` or [`ToolFailure::retry`](crate::ToolFailure::retry).
    /// Otherwise, a failure with a delay can be retried after the delay, and every other failure has the advice of its error type.
    ///
    /// The word of a variant is the value of `retry = "…"` and of the detail `retry`. It is also the text of `Display`, which
    /// [`FromStr`](std::str::FromStr) reads, and the JSON:
    ///
    /// ```
    /// use envelope_runtime::Retry;
    ///
    /// assert_eq!(Retry::AfterFix.to_string(), "after_fix");
    /// assert_eq!("backoff".parse(), Ok(Retry::Backoff));
    /// assert_eq!(serde_json::to_string(&Retry::Never)?, r#""never""#);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    ///
    /// # Words
    ///
    /// | variant | word | end of an MCP failure's text |
    /// |---|---|---|
    /// | `Never` | `never` | `do not retry` |
    /// | `AfterFix` | `after_fix` | `retry after fixing the input` |
    /// | `AfterAuthentication` | `after_authentication` | `retry after authenticating` |
    /// | `AfterEnabling` | `after_enabling` | `retry after the feature is enabled` |
    /// | `AfterCheck` | `after_check` | `retry after checking the state` |
    /// | `OutcomeUnknown` | `outcome_unknown` | `check whether it took effect before you retry` |
    /// | `AfterDelay` | `after_delay`, in the attribute a delay such as `30 s` | `retry after 30 s`, or `retry later` without a delay |
    /// | `Backoff` | `backoff` | `retry with backoff, at most 3 times`, or `retry after 30 s` with a delay |
    /// | `Once` | `once` | `retry once, then report it`, or `retry after 30 s` with a delay |
    /// | `Unknown` | `unknown`, not in the attribute | `unknown whether to retry` |
    ///
    /// If a failure has no remediation, `Once` and `OutcomeUnknown` add one, such as `Retry once, then report it`. The text of an MCP
    /// failure does not repeat this default.
    ///
    /// [`advice`](Self::advice) tells whether to retry, and the failure's [`RetryAfter`] tells how long to wait, instead of a backoff. A
    /// crate for retries takes both: [`RetryAfter::delay`] has an example with backon.
    pub enum Retry(RETRIES) {
        /// The same call fails again.
        Never,
        /// Not before the input is fixed.
        AfterFix,
        /// Not before the caller authenticates again.
        AfterAuthentication,
        /// Not before the feature is enabled.
        AfterEnabling,
        /// Perhaps: the caller has to check the state first.
        AfterCheck,
        /// Perhaps: the call may have had its effect, for example after a timeout, and the caller has to check the effect first.
        OutcomeUnknown,
        /// After the delay that the failure names.
        AfterDelay,
        /// With exponential backoff.
        Backoff,
        /// Once, for example after an internal error: if the call fails again, the caller reports it.
        Once,
        /// Unknown: neither the code nor the error type implies advice, for example for a `bail!` of `anyhow`.
        Unknown,
    }
}

wire_words!(Retry, RETRIES);

/// Whether to retry: the result of [`Retry::advice`].
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
    /// The words in the text of an MCP failure, without a delay.
    pub(crate) fn phrase(self) -> &'static str {
        let mut phrases = Self::ALL.iter().zip(RETRY_PHRASES);
        phrases.find(|(retry, _)| **retry == self).map_or("", |(_, phrase)| phrase)
    }

    /// Whether to retry the same call. `Once` is a yes, for the first failure of a call.
    ///
    /// ```
    /// use envelope_runtime::{ErrorType, RetryAdvice};
    ///
    /// assert_eq!(ErrorType::Unavailable.retry().advice(), RetryAdvice::Yes);
    /// assert_eq!(ErrorType::Validation.retry().advice(), RetryAdvice::No);
    /// assert_eq!(ErrorType::Conflict.retry().advice(), RetryAdvice::Maybe);
    /// assert_eq!(ErrorType::Internal.retry().advice(), RetryAdvice::Yes);
    /// ```
    #[must_use]
    pub const fn advice(self) -> RetryAdvice {
        match self {
            Self::Never | Self::AfterFix | Self::AfterAuthentication | Self::AfterEnabling => {
                RetryAdvice::No
            }
            Self::AfterCheck | Self::OutcomeUnknown | Self::Unknown => RetryAdvice::Maybe,
            Self::AfterDelay | Self::Backoff | Self::Once => RetryAdvice::Yes,
        }
    }
}

/// How long a caller should wait before it retries.
///
/// The delay comes from the `retry_after` of the failure's [`RateLimit`](crate::RateLimit), or else from its data `retry_after_seconds`, or
/// else, if the [error type](crate::ErrorType) can be retried, from the `reset_at` of the rate limit. [`delay`](Self::delay) returns a
/// delay or a time as a `Duration` from now.
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

/// A field with `#[tool_error(data = "retry_after_seconds")]` requires this trait.
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
    /// To also retry after failures whose advice depends on the state, test for anything but [`RetryAdvice::No`].
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
    use envelope_contracts::pascal_case;

    #[test]
    fn each_word_names_its_variant_and_has_a_phrase() {
        assert_eq!(RETRIES.len(), RETRY_PHRASES.len());
        for (&retry, (word, phrase)) in Retry::ALL.iter().zip(RETRIES.iter().zip(RETRY_PHRASES)) {
            assert_eq!(format!("{retry:?}"), pascal_case(word));
            assert_eq!(retry.phrase(), *phrase);
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
