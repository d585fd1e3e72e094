//! The retry advice: its words in the attribute and in details, and its phrases in the text of an MCP failure.

use crate::time::{is_date_time, is_digits};

/// The values of `retry = "…"` in `#[tool_error]` and of the detail `retry`, in the order of the runtime's `Retry`.
pub const RETRIES: &[&str] = &[
    "never",
    "after_fix",
    "after_authentication",
    "after_enabling",
    "after_check",
    "outcome_unknown",
    "after_delay",
    "backoff",
    "once",
    "unknown",
];

/// The phrase for each of [`RETRIES`] in the text of an MCP failure.
pub const RETRY_PHRASES: &[&str] = &[
    "do not retry",
    "retry after fixing the input",
    "retry after authenticating",
    "retry after the feature is enabled",
    "retry after checking the state",
    "check whether it took effect before you retry",
    "retry later",
    "retry with backoff, at most 3 times",
    "retry once, then report it",
    "unknown whether to retry",
];

/// The default remediation for this advice, if the next step is more than a retry.
pub fn next_step(word: &str) -> Option<&'static str> {
    match word {
        "once" => Some("Retry once, then report it"),
        "outcome_unknown" => Some("Check whether it took effect before you retry"),
        _ => None,
    }
}

/// The seconds of a delay: 30 for `30 s`.
pub fn delay(text: &str) -> Option<u64> {
    let number = text.strip_suffix('s')?.trim_end();
    number.parse().ok().filter(|_| is_digits(number))
}

/// The advice in the text of an MCP failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice<'a> {
    /// One of [`RETRY_PHRASES`], as the corresponding word of [`RETRIES`].
    Retry(&'static str),
    /// `retry after 30 s`: the seconds to wait.
    After(u64),
    /// `retry after 2025-12-04T12:00:00Z`: the time to wait for.
    At(&'a str),
}

/// The start of the advice with a delay or a time.
pub const AFTER: &str = "retry after ";

impl<'a> Advice<'a> {
    /// Parses `do not retry`, `retry after 30 s` and the like.
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut known = RETRIES.iter().zip(RETRY_PHRASES);
        if let Some((word, _)) = known.find(|(_, phrase)| **phrase == text) {
            return Some(Self::Retry(word));
        }
        let after = text.strip_prefix(AFTER)?;
        let time = || is_date_time(after).then_some(Self::At(after));
        delay(after).map(Self::After).or_else(time)
    }
}

#[cfg(test)]
mod tests {
    use super::delay;

    #[test]
    fn a_delay_is_a_number_of_seconds() {
        for (text, seconds) in [
            ("30 s", Some(30)),
            ("30s", Some(30)),
            ("0 s", Some(0)),
            ("18446744073709551615 s", Some(u64::MAX)),
            ("18446744073709551616 s", None),
            ("+30 s", None),
            ("-1 s", None),
            ("1.5 s", None),
            ("30", None),
            ("30 ms", None),
            ("s", None),
            ("", None),
        ] {
            assert_eq!(delay(text), seconds, "{text}");
        }
    }
}
