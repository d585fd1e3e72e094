//! The text of a failure, whose last line has the code and the retry advice.

use std::time::Duration;

use envelope_contracts::format::is_screaming_snake_case;
use envelope_contracts::mcp::ERROR_TEXTS;
use envelope_contracts::retry;
use envelope_contracts::time::is_date_time;
use itoa::Buffer;

use crate::dialect::{Entries, key};
use crate::error::{ErrorReport, Retry};
use crate::metadata::words;
use crate::time::whole_seconds;

words! {
    /// The text of a failure: the value of the setting `error_text`.
    pub enum ErrorText(ERROR_TEXTS.words, "`full` or `plain`") {
        /// `full`: message, remediation, and a last line with the code and the retry advice.
        Full,
        /// `plain`: message and remediation.
        Plain,
    }
}

pub(super) const PREFIX: &str = "Error: ";

/// Writes the text of a failure.
#[inline]
pub(super) fn write(report: &ErrorReport, code: &str, form: ErrorText, block: &mut Entries<'_>) {
    let (wait, advice) = (report.wait(), report.retry());
    let mut number = Buffer::new();
    let remediation = report.remediation();
    let start = [PREFIX, report.message()].into_iter();
    let start = start.chain(remediation.into_iter().flat_map(|text| ["\n", text]));
    let details = report.details_in_text().map(|(key, value)| ["\n", key, ": ", value.json()]);
    let start = start.chain(details.flatten());
    let end = match form {
        ErrorText::Full => match (advice, wait) {
            (Retry::AfterDelay | Retry::Backoff, Some(Ok(delay))) => {
                ["\n(", code, ", ", AFTER, number.format(whole_seconds(delay)), " s)"]
            }
            (Retry::AfterDelay | Retry::Backoff, Some(Err(time))) => {
                ["\n(", code, ", ", AFTER, time, ")"]
            }
            _ => ["\n(", code, ", ", advice.phrase(), ")", ""],
        },
        // The last line of a message can have the same form. It would be read as this crate's.
        ErrorText::Plain if ends_in_line(report) => [".", "", "", "", "", ""],
        ErrorText::Plain => [""; 6],
    };
    block.joined_string(key!("text"), start.chain(end));
}

/// The start of the advice with a delay or a time.
const AFTER: &str = "retry after ";

/// Whether the text without this crate's line ends in a line of the same form.
#[inline]
fn ends_in_line(report: &ErrorReport) -> bool {
    let last = report.details_in_text().last().map(|(_, value)| value.json());
    let last = last.or(report.remediation()).unwrap_or_else(|| report.message());
    Line::split(last).1.is_some()
}

/// The last line of a failure's text.
#[derive(Debug, PartialEq)]
pub(super) struct Line<'a> {
    pub(super) code: &'a str,
    advice: Advice<'a>,
}

#[derive(Debug, PartialEq)]
enum Advice<'a> {
    Retry(Retry),
    After(Duration),
    At(&'a str),
}

impl<'a> Line<'a> {
    /// The text without the line, and the line. A client may have added white space at the end.
    #[inline]
    pub(super) fn split(text: &'a str) -> (&'a str, Option<Self>) {
        let trimmed = text.trim_end();
        let (before, last) = trimmed.rsplit_once('\n').unwrap_or(("", trimmed));
        match Self::parse(last) {
            Some(line) => (before, Some(line)),
            None => (text, None),
        }
    }

    #[inline]
    fn parse(line: &'a str) -> Option<Self> {
        let line = line.strip_prefix('(')?.strip_suffix(')')?;
        let (code, advice) = line.split_once(", ")?;
        let advice = match (Retry::from_phrase(advice), advice.strip_prefix(AFTER)) {
            (Some(retry), _) => Advice::Retry(retry),
            (None, Some(after)) => match retry::delay(after) {
                Some(seconds) => Advice::After(Duration::from_secs(seconds)),
                None if is_date_time(after) => Advice::At(after),
                None => return None,
            },
            (None, None) => return None,
        };
        is_screaming_snake_case(code).then_some(Self { code, advice })
    }
}

/// How a client reads it.
#[cfg(feature = "read")]
mod reading {
    use super::{Advice, Line};
    use crate::error::{ErrorType, Retry, RetryAdvice, ToolFailure};
    use crate::metadata::RateLimit;

    impl Line<'_> {
        /// The category, if it is the only one with the advice. It is a guess about a code that no contract has.
        pub(in super::super) fn guess(&self) -> ErrorType {
            let Advice::Retry(advice) = self.advice else { return ErrorType::Internal };
            let mut categories =
                ErrorType::ALL.iter().copied().filter(|known| known.retry() == advice);
            match (categories.next(), categories.next()) {
                (Some(category), None) => category,
                _ => ErrorType::Internal,
            }
        }

        /// Whether the writer did not know the advice.
        pub(in super::super) fn is_unknown(&self) -> bool {
            self.advice == Advice::Retry(Retry::Unknown)
        }

        /// The failure with the advice, unless it is already the failure's own.
        pub(in super::super) fn advise(&self, failure: ToolFailure) -> ToolFailure {
            let report = failure.report();
            let has_wait = report.retry_after().is_some();
            let failure = match self.advice {
                Advice::Retry(advice) if report.retry() == advice => failure,
                Advice::Retry(advice) => failure.retry(advice),
                _ if has_wait => failure,
                Advice::After(delay) => failure.retry_after(delay),
                Advice::At(time) => {
                    let sent = report.rate_limit().map(|state| serde_json::from_str(state.json()));
                    let state: RateLimit = sent.and_then(Result::ok).unwrap_or_default();
                    failure.rate_limit(state.reset_at(time))
                }
            };
            let is_timed = !matches!(self.advice, Advice::Retry(_));
            let is_yes = failure.report().retry().advice() == RetryAdvice::Yes;
            if is_timed && !is_yes { failure.retry(Retry::AfterDelay) } else { failure }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(code: &'static str, advice: Advice<'static>) -> Line<'static> {
        Line { code, advice }
    }

    #[test]
    fn the_last_line_is_split_off() {
        let no = || line("NOT_FOUND", Advice::Retry(Retry::Never));
        for (text, before, expected) in [
            ("Error: a\n(NOT_FOUND, do not retry)", "Error: a", no()),
            ("Error: a\n(NOT_FOUND, do not retry)\r\n ", "Error: a", no()),
            ("a\n(A, retry later)\n(NOT_FOUND, do not retry)", "a\n(A, retry later)", no()),
            ("(NOT_FOUND, do not retry)", "", no()),
            (
                "a\nb\n(A_1, retry after 30 s)",
                "a\nb",
                line("A_1", Advice::After(Duration::from_secs(30))),
            ),
            (
                "a\n(A, retry after 2025-12-04T12:00:00Z)",
                "a",
                line("A", Advice::At("2025-12-04T12:00:00Z")),
            ),
        ] {
            assert_eq!(Line::split(text), (before, Some(expected)), "{text}");
        }
    }

    #[test]
    fn other_text_has_no_line() {
        for text in [
            "",
            "Error: a",
            "Error: (NOT_FOUND, do not retry)",
            "a (NOT_FOUND, do not retry)",
            "a\n(NOT_FOUND, do not retry).",
            "a\n(NOT_FOUND, do not retry)\nb",
            "a\n(not_found, do not retry)",
            "a\n(NOT_FOUND)",
            "a\n(NOT_FOUND, )",
            "a\n(, do not retry)",
            "a\n(NOT_FOUND, retry after tomorrow)",
            "a\n(NOT_FOUND, retry after 1.5 s)",
            "a\n(NOT_FOUND, retry)",
        ] {
            assert_eq!(Line::split(text), (text, None), "{text}");
        }
    }
}
