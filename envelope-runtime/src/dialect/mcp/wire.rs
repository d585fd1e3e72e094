//! The results of MCP.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Map, Value};

use super::content::ContentBlock;
use super::reply::Meta;
use crate::dialect::entries::{Entries, Object};
use crate::dialect::merged::{Merged, Unlimited, any_upgrades, any_warnings, fields};
use crate::error::{ErrorReport, ErrorType, RetryAdvice};
use crate::json::{Data, DataText, Frame};
use crate::request_id::RequestId;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult<'a, T, S, M> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<&'static str>,
    content: Content<'a, T>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<S>,
    is_error: bool,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<M>,
}

/// The result of data.
pub(super) fn success<'a>(
    result_type: Option<&'static str>,
    text: Text<'a>,
    data: Data,
    meta: &'a Meta,
    request_id: Option<&'a RequestId>,
) -> impl Serialize + use<'a> {
    let has_meta = request_id.is_some() || !meta.extra.is_empty();
    CallToolResult {
        result_type,
        content: Content { text, others: &meta.content },
        structured_content: Some(data),
        is_error: false,
        meta: has_meta.then_some(SuccessMeta { request_id, extra: &meta.extra }),
    }
}

/// The result of an error. With a code, the error is also structured content.
pub(super) fn failure<'a>(
    result_type: Option<&'static str>,
    report: &'a ErrorReport,
    code: Option<&'a str>,
    request_id: Option<&'a RequestId>,
) -> impl Serialize + use<'a> {
    CallToolResult {
        result_type,
        content: Content { text: FailureText(report), others: &[] },
        structured_content: code.map(|code| Object(StructuredError { report, code })),
        is_error: true,
        meta: Object::unless_empty(FailureMeta { report, request_id }),
    }
}

/// Writes the result of data. It is compiled once, and not for each version.
pub(super) fn write_success(
    result_type: Option<&'static str>,
    text: Text<'_>,
    data: Data,
    meta: &Meta,
    request_id: Option<&RequestId>,
    frame: Frame<'_>,
) -> serde_json::Result<()> {
    frame.write(&success(result_type, text, data, meta, request_id))
}

/// Writes the result of an error. It is compiled once, too.
pub(super) fn write_failure(
    result_type: Option<&'static str>,
    report: &ErrorReport,
    code: Option<&str>,
    request_id: Option<&RequestId>,
    frame: Frame<'_>,
) -> serde_json::Result<()> {
    frame.write(&failure(result_type, report, code, request_id))
}

/// The text, and the blocks after it.
struct Content<'a, T> {
    text: T,
    others: &'a [ContentBlock],
}

impl<T: Serialize> Serialize for Content<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Block<'a, T> {
            Text { r#type: &'static str, text: &'a T },
            Other(&'a ContentBlock),
        }

        let text = Block::Text { r#type: "text", text: &self.text };
        serializer.collect_seq(std::iter::once(text).chain(self.others.iter().map(Block::Other)))
    }
}

/// The text of a success.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Text<'a> {
    Given(&'a str),
    OfData(DataText),
}

/// The text of a failure: the message, and on a second line the remediation.
struct FailureText<'a>(&'a ErrorReport);

impl Serialize for FailureText<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let message = self.0.message();
        match self.0.remediation() {
            None => serializer.collect_str(&format_args!("Error: {message}")),
            Some(remediation) => {
                serializer.collect_str(&format_args!("Error: {message}\n{remediation}"))
            }
        }
    }
}

#[derive(Serialize)]
struct SuccessMeta<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a RequestId>,
    #[serde(flatten)]
    extra: &'a Map<String, Value>,
}

struct FailureMeta<'a> {
    report: &'a ErrorReport,
    request_id: Option<&'a RequestId>,
}

impl Entries for FailureMeta<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        let Self { report, request_id } = self;
        let reserved = &["request_id", "rate_limit", "telemetry", "warnings"];
        let mut map = Merged::new(map, Unlimited, reserved);
        map.optional("request_id", *request_id)?;
        map.optional("rate_limit", report.raw_rate_limit())?;
        map.optional("telemetry", fields(report.telemetry(), Unlimited))?;
        map.optional("warnings", any_warnings(report, Unlimited))?;
        map.fields("meta", report.meta())
    }
}

/// An error as structured content, for programs.
struct StructuredError<'a> {
    report: &'a ErrorReport,
    code: &'a str,
}

impl Entries for StructuredError<'_> {
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        const RESERVED: [&str; 7] =
            ["error_code", "error_type", "message", "remediation", "retry", "details", "upgrades"];

        let mut map = Merged::new(map, Unlimited, &RESERVED);
        let Self { report, code } = self;
        map.entry("error_code", code)?;
        map.entry("error_type", &report.error_type())?;
        map.entry("message", &report.message())?;
        map.optional("remediation", report.remediation())?;
        map.entry("retry", &Guidance::of(report.error_type()))?;
        map.optional("details", fields(report.details_with_path(), Unlimited))?;
        map.optional("upgrades", any_upgrades(report, Unlimited))?;
        map.fields("data", report.data())
    }
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
