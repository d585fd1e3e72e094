//! The results of MCP.

use std::borrow::Cow;

use envelope_contracts::format::{is_meta_name, is_uri, to_meta_name};
use envelope_contracts::mcp::SERVER_INFO;

use super::content::ContentBlock;
use super::reply::Meta;
use super::{Settings, failure_text};
use crate::dialect::{Call, Entries, key};
use crate::dialects::merged::{Limit, Merged, UNLIMITED};
use crate::error::{ErrorReport, RetryAdvice};
use crate::request_id::RequestId;

/// The source of a success's text.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Given(&'a str),
    /// The data as JSON.
    Data,
    PrettyData,
    /// The data is the text, and there is no structured content.
    IsData,
}

/// Writes the result of a success, after `resultType`. The function is not generic, so that it is compiled once for all versions.
#[inline]
pub(super) fn success(
    call: &Call,
    settings: &Settings,
    text: Source<'_>,
    meta: Option<&Meta>,
    result: &mut Entries<'_>,
) {
    let others = meta.map_or(&[][..], |meta| &meta.content);
    if let Some(uri) = others.iter().filter_map(ContentBlock::uri).find(|uri| !is_uri(uri)) {
        result.refuse(format_args!("the URI of a resource is none: {uri:?}"));
    }
    let names = meta.iter().flat_map(|meta| meta.extra.keys());
    let mut names = names.chain(others.iter().flat_map(ContentBlock::meta_names));
    if let Some(name) = names.find(|name| !is_meta_name(name)) {
        result.refuse(format_args!("not a name for `_meta`: {name:?}"));
    }
    let says_nothing = result.is_data_empty() && !call.has_output_schema();
    let is_structured = !says_nothing && !matches!(text, Source::IsData);
    let is_given = matches!(text, Source::Given(_));
    let notice = call.truncation().filter(|_| is_structured).map(ToString::to_string);
    result.list(key!("content"), |blocks| {
        if !says_nothing || is_given || others.is_empty() {
            blocks.object(|block| success_text(text, notice.as_deref(), block));
        }
        let own_text = meta.and_then(|meta| meta.text.as_deref());
        if let (Source::IsData, Some(text)) = (text, own_text) {
            blocks.object(|block| success_text(Source::Given(text), None, block));
        }
        for other in others {
            blocks.value(other);
        }
    });
    if is_structured {
        result.data(key!("structuredContent"));
    }
    result.bool(key!("isError"), false);
    result.object(key!("_meta"), |entries| {
        entries.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
        entries.optional_value(SERVER_INFO, settings.server_info.as_ref());
        let is_free = |key: &str| settings.server_info.is_none() || key != SERVER_INFO;
        let extra = meta.iter().flat_map(|meta| meta.extra.iter());
        for (key, value) in extra.filter(|(key, _)| is_free(key)) {
            entries.value(&**key, value);
        }
    });
}

/// The text of a success. Data that is cut contains the notice of the cut; a given text gets the notice as its last line.
#[inline]
fn success_text(text: Source<'_>, notice: Option<&str>, block: &mut Entries<'_>) {
    block.string(key!("type"), "text");
    match (text, notice) {
        (Source::Given(text), Some(notice)) => {
            block.joined_string(key!("text"), [text, "\n", notice]);
        }
        (Source::Given(text), None) => block.string(key!("text"), text),
        (Source::Data, _) => block.data_text(key!("text")),
        (Source::PrettyData, _) => block.pretty_data_text(key!("text")),
        (Source::IsData, _) => block.data(key!("text")),
    }
}

/// Writes the result of a failure, after `resultType`.
#[inline]
pub(super) fn failure(
    call: &Call,
    settings: &Settings,
    report: &ErrorReport,
    code: &str,
    result: &mut Entries<'_>,
) {
    result.list(key!("content"), |blocks| {
        blocks.object(|block| {
            block.string(key!("type"), "text");
            failure_text::write(report, code, settings.error_text, block);
        });
    });
    if settings.has_structured_errors {
        result.object(key!("structuredContent"), |error| structured_error(report, code, error));
    }
    result.bool(key!("isError"), true);
    result.object(key!("_meta"), |meta| failure_meta(call, settings, report, meta));
}

#[inline]
fn failure_meta(call: &Call, settings: &Settings, report: &ErrorReport, meta: &mut Entries<'_>) {
    let is_reserved = |key: &str| {
        matches!(key, "request_id" | "rate_limit" | "telemetry" | "warnings" | SERVER_INFO)
    };
    meta.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
    meta.optional_value(SERVER_INFO, settings.server_info.as_ref());
    let mut meta = Merged::new(meta, Limit { key: meta_name, ..UNLIMITED }, is_reserved);
    meta.measurements(report);
    meta.warnings(report.warnings());
    meta.fields("meta", report.meta());
}

/// A key of an error as a name in `_meta`.
#[inline]
fn meta_name(key: &str) -> Cow<'_, str> {
    if is_meta_name(key) { key.into() } else { to_meta_name(key).into() }
}

/// The keys of an error in structured content.
const ERROR_KEYS: [&str; 7] =
    ["error_code", "error_type", "message", "remediation", "retry", "details", "upgrades"];

/// An error as structured content, for programs.
#[inline]
fn structured_error(report: &ErrorReport, code: &str, error: &mut Entries<'_>) {
    error.string(key!("error_code"), code);
    error.string(key!("error_type"), report.error_type().as_str());
    error.string(key!("message"), report.message());
    error.optional_string(key!("remediation"), report.remediation());
    error.object(key!("retry"), |guidance| {
        match report.retry().advice() {
            RetryAdvice::Yes => guidance.bool(key!("worthwhile"), true),
            RetryAdvice::No => guidance.bool(key!("worthwhile"), false),
            RetryAdvice::Maybe => guidance.null(key!("worthwhile")),
        }
        guidance.string(key!("advice"), report.retry().as_str());
    });
    let mut error = Merged::new(error, UNLIMITED, |key| ERROR_KEYS.contains(&key));
    error.object(key!("details"), report.details_with_path());
    error.upgrades(report);
    error.fields("data", report.data());
}
