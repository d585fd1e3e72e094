//! The text of a failure: its message, a line with the code and the retry advice, the remediation, and the details with `in_text`.

use std::iter;

use envelope_contracts::mcp::{ERROR_TEXTS, FAILURE_PREFIX, without_failure_lines};
use envelope_contracts::retry::{AFTER, next_step};
use itoa::Buffer;

use crate::dialect::{Entries, key};
use crate::error::{ErrorReport, RetryAdvice};
use crate::metadata::words;
use crate::time::whole_seconds;

words! {
    /// The text of a failure: the value of the setting `error_text`.
    #[derive(Default)]
    pub enum ErrorText(ERROR_TEXTS.words) {
        /// `full`: message, a line with the code and the retry advice, and remediation.
        #[default]
        Full,
        /// `plain`: message and remediation.
        Plain,
    }
}

/// Writes the text of a failure. The message comes first, so that nothing can push it out of the part that a client shows.
#[inline]
pub(super) fn write(report: &ErrorReport, code: &str, form: ErrorText, block: &mut Entries<'_>) {
    let mut number = Buffer::new();
    let retry = report.retry();
    let wait = report.wait().filter(|_| retry.advice() == RetryAdvice::Yes);
    let line = match (form, wait) {
        (ErrorText::Plain, _) => [""; 6],
        (_, Some(Ok(delay))) => {
            ["\n(", code, ", ", AFTER, number.format(whole_seconds(delay)), " s)"]
        }
        (_, Some(Err(time))) => ["\n(", code, ", ", AFTER, time, ")"],
        (_, None) => ["\n(", code, ", ", retry.phrase(), ")", ""],
    };
    let is_in_line =
        |text: &&str| line[3] == retry.phrase() && next_step(retry.as_str()) == Some(text);
    let message = iter::once(FAILURE_PREFIX).chain(without_failure_lines(report.message()));
    let remediation = report.remediation().filter(|text| !is_in_line(text)).into_iter();
    let remediation =
        remediation.flat_map(|text| iter::once("\n").chain(without_failure_lines(text)));
    let details = report.details_in_text().flat_map(|(key, value)| {
        iter::once("\n").chain(without_failure_lines(key)).chain([": ", value.json()])
    });
    let text = message.chain(line).chain(remediation).chain(details);
    block.joined_string(key!("text"), text);
}
