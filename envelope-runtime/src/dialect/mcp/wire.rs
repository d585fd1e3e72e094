//! The results of MCP.

use envelope_contracts::format::is_uri;
use serde::Serialize;

use super::content::ContentBlock;
use super::reply::Meta;
use crate::dialect::merged::{Merged, Unlimited};
use crate::dialect::{Call, Entries, key};
use crate::error::{ErrorReport, ErrorType, RetryAdvice};
use crate::request_id::RequestId;

/// The text of a success.
#[derive(Clone, Copy)]
pub(super) enum Text<'a> {
    Given(&'a str),
    /// The data as JSON.
    Data,
    PrettyData,
}

/// The result of data, after `resultType`. It is compiled once, and not for each version.
pub(super) fn success(call: &Call, text: Text<'_>, meta: Option<&Meta>, result: &mut Entries<'_>) {
    let others = meta.map_or(&[][..], |meta| &meta.content);
    if let Some(uri) = others.iter().filter_map(ContentBlock::uri).find(|uri| !is_uri(uri)) {
        result.refuse(format_args!("the URI of a resource is none: {uri:?}"));
    }
    result.list(key!("content"), |blocks| {
        blocks.object(|block| success_text(text, block));
        for other in others {
            blocks.value(other);
        }
    });
    result.data(key!("structuredContent"));
    result.bool(key!("isError"), false);
    result.object(key!("_meta"), |entries| {
        entries.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
        for (key, value) in meta.iter().flat_map(|meta| &meta.extra) {
            entries.value(&**key, value);
        }
    });
}

fn success_text(text: Text<'_>, block: &mut Entries<'_>) {
    block.string(key!("type"), "text");
    match text {
        Text::Given(text) => block.string(key!("text"), text),
        Text::Data => block.data_text(key!("text")),
        Text::PrettyData => block.pretty_data_text(key!("text")),
    }
}

/// The result of an error, after `resultType`. With a code, the error is also structured content.
pub(super) fn failure(
    call: &Call,
    report: &ErrorReport,
    code: Option<&str>,
    result: &mut Entries<'_>,
) {
    result.list(key!("content"), |blocks| blocks.object(|block| failure_text(report, block)));
    if let Some(code) = code {
        result.object(key!("structuredContent"), |error| structured_error(report, code, error));
    }
    result.bool(key!("isError"), true);
    result.object(key!("_meta"), |meta| failure_meta(call, report, meta));
}

/// The text of a failure: the message, and on a second line the remediation.
fn failure_text(report: &ErrorReport, block: &mut Entries<'_>) {
    block.string(key!("type"), "text");
    match report.remediation() {
        Some(remediation) => {
            let lines = ["Error: ", report.message(), "\n", remediation];
            block.joined_string(key!("text"), &lines);
        }
        None => block.joined_string(key!("text"), &["Error: ", report.message()]),
    }
}

fn failure_meta(call: &Call, report: &ErrorReport, meta: &mut Entries<'_>) {
    let reserved = &["request_id", "rate_limit", "telemetry", "warnings"];
    meta.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
    let mut meta = Merged::new(meta, Unlimited, reserved);
    meta.measurements(report);
    meta.warnings(report.warnings());
    meta.fields("meta", report.meta());
}

/// An error as structured content, for programs.
fn structured_error(report: &ErrorReport, code: &str, error: &mut Entries<'_>) {
    const RESERVED: [&str; 7] =
        ["error_code", "error_type", "message", "remediation", "retry", "details", "upgrades"];

    error.string(key!("error_code"), code);
    error.string(key!("error_type"), report.error_type().as_str());
    error.string(key!("message"), report.message());
    error.optional_string(key!("remediation"), report.remediation());
    error.value(key!("retry"), &Guidance::of(report.error_type()));
    let mut error = Merged::new(error, Unlimited, &RESERVED);
    error.object(key!("details"), report.details_with_path());
    error.upgrades(report);
    error.fields("data", report.data());
}

/// Whether to retry, if that is known, and how.
#[derive(Serialize)]
struct Guidance {
    worthwhile: Option<bool>,
    advice: &'static str,
}

impl Guidance {
    fn of(error_type: ErrorType) -> Self {
        let retry = error_type.retry();
        let worthwhile = match retry.advice() {
            RetryAdvice::Yes => Some(true),
            RetryAdvice::No => Some(false),
            RetryAdvice::Maybe => None,
        };
        Self { worthwhile, advice: retry.as_str() }
    }
}
