//! The text of a failure, whose last line has the code and the retry advice.

use envelope_contracts::mcp::{ERROR_TEXTS, FAILURE_PREFIX, failure_line};
use envelope_contracts::retry::AFTER;
use itoa::Buffer;

use crate::dialect::{Entries, key};
use crate::error::{ErrorReport, Retry};
use crate::metadata::words;
use crate::time::whole_seconds;

words! {
    /// The text of a failure: the value of the setting `error_text`.
    pub enum ErrorText(ERROR_TEXTS.words) {
        /// `full`: message, remediation, and a last line with the code and the retry advice.
        Full,
        /// `plain`: message and remediation.
        Plain,
    }
}

/// Writes the text of a failure.
#[inline]
pub(super) fn write(report: &ErrorReport, code: &str, form: ErrorText, block: &mut Entries<'_>) {
    let (wait, advice) = (report.wait(), report.retry());
    let mut number = Buffer::new();
    let remediation = report.remediation();
    let start = [FAILURE_PREFIX, report.message()].into_iter();
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

/// Whether the text without this crate's line ends in a line of the same form. A client may add white space at the end.
#[inline]
fn ends_in_line(report: &ErrorReport) -> bool {
    let last = report.details_in_text().last().map(|(_, value)| value.json());
    let last = last.or(report.remediation()).unwrap_or_else(|| report.message());
    last.trim_end().lines().next_back().and_then(failure_line).is_some()
}
