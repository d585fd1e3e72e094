//! The results of MCP.

use envelope_contracts::format::is_uri;
use serde::Serialize;

use super::content::ContentBlock;
use super::reply::Meta;
use crate::dialect::merged::{Merged, Unlimited};
use crate::error::{ErrorReport, ErrorType, RetryAdvice};
use crate::json::{Data, DataText, Entries, Frame, constant, name};
use crate::request_id::RequestId;

/// The result of data.
pub(super) fn success(
    result: &mut Entries<'_>,
    result_type: Option<&'static str>,
    text: Text<'_>,
    data: Data,
    meta: Option<&Meta>,
    request_id: Option<&RequestId>,
) {
    result.optional_string(name!("resultType"), result_type);
    let others = meta.map_or(&[][..], |meta| &meta.content);
    if let Some(uri) = others.iter().filter_map(ContentBlock::uri).find(|uri| !is_uri(uri)) {
        result.refuse(format_args!("the URI of a resource is none: {uri:?}"));
    }
    result.list_of_one_and(name!("content"), |block| success_text(block, text), others);
    result.data(name!("structuredContent"), data);
    result.constant(constant!("isError": false));
    result.object(name!("_meta"), |entries| {
        entries.optional_string(name!("request_id"), request_id.map(RequestId::as_str));
        for (key, value) in meta.iter().flat_map(|meta| &meta.extra) {
            entries.extra(key, value);
        }
    });
}

/// The result of an error. With a code, the error is also structured content.
pub(super) fn failure(
    result: &mut Entries<'_>,
    result_type: Option<&'static str>,
    report: &ErrorReport,
    code: Option<&str>,
    request_id: Option<&RequestId>,
) {
    result.optional_string(name!("resultType"), result_type);
    result.list_of_one(name!("content"), |block| {
        block.constant(constant!("type": "text"));
        failure_text(block, report);
    });
    if let Some(code) = code {
        result.object(name!("structuredContent"), |error| structured_error(error, report, code));
    }
    result.constant(constant!("isError": true));
    result.object(name!("_meta"), |meta| failure_meta(meta, report, request_id));
}

/// Writes the result of data. It is compiled once, and not for each version.
pub(super) fn write_success(
    result_type: Option<&'static str>,
    text: Text<'_>,
    data: Data,
    meta: Option<&Meta>,
    request_id: Option<&RequestId>,
    frame: Frame<'_>,
) -> serde_json::Result<()> {
    frame.write_entries(|result| success(result, result_type, text, data, meta, request_id))
}

/// Writes the result of an error. It is compiled once, too.
pub(super) fn write_failure(
    result_type: Option<&'static str>,
    report: &ErrorReport,
    code: Option<&str>,
    request_id: Option<&RequestId>,
    frame: Frame<'_>,
) -> serde_json::Result<()> {
    frame.write_entries(|result| failure(result, result_type, report, code, request_id))
}

/// The text of a success.
#[derive(Clone, Copy)]
pub(super) enum Text<'a> {
    Given(&'a str),
    OfData(DataText),
}

fn success_text(block: &mut Entries<'_>, text: Text<'_>) {
    block.constant(constant!("type": "text"));
    match text {
        Text::Given(text) => block.string(name!("text"), text),
        Text::OfData(text) => block.data_text(name!("text"), text),
    }
}

/// The text of a failure: the message, and on a second line the remediation.
fn failure_text(block: &mut Entries<'_>, report: &ErrorReport) {
    block.lines(name!("text"), "Error: ", report.message(), report.remediation());
}

fn failure_meta(meta: &mut Entries<'_>, report: &ErrorReport, request_id: Option<&RequestId>) {
    let reserved = &["request_id", "rate_limit", "telemetry", "warnings"];
    meta.optional_string(name!("request_id"), request_id.map(RequestId::as_str));
    let mut meta = Merged::new(meta, Unlimited, reserved);
    meta.measurements(report);
    meta.warnings(report.warnings());
    meta.fields("meta", report.meta());
}

/// An error as structured content, for programs.
fn structured_error(error: &mut Entries<'_>, report: &ErrorReport, code: &str) {
    const RESERVED: [&str; 7] =
        ["error_code", "error_type", "message", "remediation", "retry", "details", "upgrades"];

    error.string(name!("error_code"), code);
    error.string(name!("error_type"), report.error_type().as_str());
    error.string(name!("message"), report.message());
    error.optional_string(name!("remediation"), report.remediation());
    error.value(name!("retry"), &Guidance::of(report.error_type()));
    let mut error = Merged::new(error, Unlimited, &RESERVED);
    error.object(name!("details"), report.details_with_path());
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
