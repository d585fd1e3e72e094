//! The rules of RFC 9457 about the values of members, and about their names.

use envelope_contracts::format::{URI_REFERENCE, is_uri};
use envelope_contracts::http_status::phrase;
use envelope_contracts::rfc9457::{BLANK, CONTRACT, MAX_STATUS, MIN_STATUS};
use serde_json::Number;

use crate::check::{Node, Report, Rule, Rulebook, must, should};
use crate::envelope::DialectFacts;
use crate::json::Document;

pub(crate) static RULEBOOKS: &[Rulebook] = &[Rulebook {
    contract: &CONTRACT,
    dialect: DialectFacts::of::<super::Rfc9457>(),
    rules: &[HTTP_STATUS, ABSOLUTE_TYPE, TITLE_OF_BLANK, EXTENSION_NAME],
    check,
}];

const HTTP_STATUS: Rule = must("http-status", "`status` is from 100 to 599", "Appendix A");
const ABSOLUTE_TYPE: Rule = should("absolute-type", "`type` is an absolute URI", "Section 3.1.1");
const TITLE_OF_BLANK: Rule = should(
    "title-of-blank",
    "the `title` of `about:blank` is the phrase that HTTP recommends for the status",
    "Section 4.2.1",
);
const EXTENSION_NAME: Rule = should(
    "extension-name",
    "the name of an extension member has at least 3 characters, which are letters, digits and `_`, and starts with a letter",
    "Section 4",
);

fn check(problem: &Node<'_>, report: &mut Report) {
    let (uri, title) = (problem.get("type"), problem.get("title"));
    let status = problem.get("status");
    let number = match status.value() {
        Some(Document::Number(number)) => Some(number),
        _ => None,
    };
    // Any other number is no status at all.
    let whole =
        number.and_then(Number::as_f64).filter(|number| *number >= 0.0 && number.fract() == 0.0);
    let is_status = whole.is_none_or(|number| (MIN_STATUS..=MAX_STATUS).contains(&number));
    report.require(is_status, &HTTP_STATUS, &status);
    let reference = uri.as_str().filter(|uri| (URI_REFERENCE.fits)(uri));
    report.require(reference.is_none_or(is_uri), &ABSOLUTE_TYPE, &uri);
    let failed = number.and_then(Number::as_u64).and_then(|status| u16::try_from(status).ok());
    if let (Some(BLANK), Some(title_text)) = (reference, title.as_str())
        && let Some(failed) = failed.filter(|status| (400..=599).contains(status))
    {
        report.require(title_text == phrase(failed), &TITLE_OF_BLANK, &title);
    }
    for (name, member) in problem.entries() {
        report.require(CONTRACT.envelope.has(name) || is_name(name), &EXTENSION_NAME, &member);
    }
}

fn is_name(name: &str) -> bool {
    name.len() > 2
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
