//! Whether to retry: the words of the attribute and of the details, and the words in the text of an MCP failure.

use crate::time::is_date_time;

/// Advice on whether to retry.
#[derive(Clone, Copy, Debug)]
pub struct RetryWords {
    /// The variant of the runtime's `Retry`.
    pub variant: &'static str,
    /// The value of `retry = "…"` in `#[tool_error]`, and of the detail `retry`.
    pub word: &'static str,
    /// The end of an MCP failure's text.
    pub phrase: &'static str,
}

/// Every advice, in the order of the runtime's `Retry`.
pub static RETRIES: &[RetryWords] = &[
    row("No", "never", "do not retry"),
    row("FixInput", "after_fix", "retry after fixing the input"),
    row("Reauthenticate", "after_authentication", "retry after authenticating"),
    row("CheckFlag", "after_enabling", "retry after the feature is enabled"),
    row("CheckState", "after_check", "retry after checking the state"),
    row("AfterDelay", "after_delay", "retry later"),
    row("WithBackoff", "backoff", "retry with backoff"),
    row("Unknown", "unknown", "unknown whether to retry"),
];

const fn row(variant: &'static str, word: &'static str, phrase: &'static str) -> RetryWords {
    RetryWords { variant, word, phrase }
}

/// The seconds of a delay: 30 for `30 s`.
pub fn delay(text: &str) -> Option<u64> {
    let number = text.strip_suffix('s')?.trim_end();
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| is_number)
}

/// The advice in the text of an MCP failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice<'a> {
    /// A [phrase](RetryWords::phrase), as its [word](RetryWords::word).
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
        if let Some(known) = RETRIES.iter().find(|known| known.phrase == text) {
            return Some(Self::Retry(known.word));
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
