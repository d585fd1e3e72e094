//! Reading the results of MCP tools.

use std::borrow::Cow;

use envelope_contracts::mcp::{RESULT_TYPE, SERVER_INFO};
use serde_json::{Map, Value};

use super::failure_text::{Line, PREFIX};
use super::{ContentBlock, V_2025_11_25, V_2026_07_28, Version};
use crate::dialects::any::{failure_in, is_envelope};
use crate::error::{Retry, Slot, ToolFailure};
use crate::json::{Document, Lenient, Parts};
use crate::metadata::{UpgradeHint, Warning};
use crate::read::{self, Payload, ReadError, Received, Take, Taken};
use crate::request_id::RequestId;

/// The response of an MCP tool: a `CallToolResult` of any version of the protocol, also in a JSON-RPC message.
///
/// The data is `structuredContent`, or else the JSON in the first text block, or else the text of that block. `isError` is
/// false where it is absent, as in the specification. A result without both `content` and `structuredContent` is an error, and so
/// is a result with another `resultType` than `complete`, which [`ReadError::result_type`] returns.
///
/// The envelope of another contract in the result is plain data here if it is a success, and [`read`](crate::read()) reads it. If it
/// is a failure, so is the response, whatever `isError` says.
///
/// ```
/// use envelope_runtime::mcp::Response;
///
/// let text = r#"{"content":[{"type":"text","text":"[1,2,3]"}]}"#;
/// assert_eq!(Response::<Vec<u8>>::read(text)?.into_result()?.data, [1, 2, 3]);
/// assert_eq!(Response::<String>::read(text)?.into_result()?.data, "[1,2,3]");
///
/// let text = r#"{"content":[{"type":"text","text":"Error: No such spec\nList the specs\n(NOT_FOUND, do not retry)"}],"isError":true}"#;
/// let failure = Response::<()>::read(text)?.into_result().unwrap_err();
/// assert_eq!(failure.message(), "No such spec");
/// assert_eq!(failure.remediation(), Some("List the specs"));
/// assert_eq!(failure.code(), "NOT_FOUND");
/// assert_eq!(failure.retry(), envelope_runtime::Retry::Never);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Response<T> = read::Response<T, ResponseMeta>;

/// The data of an MCP tool, with its content and metadata.
pub type Success<T> = read::Success<T, ResponseMeta>;

/// A failure that an MCP tool answered with.
///
/// The contract has only its text. The first line is the message, after `Error: `, and the others are the remediation, except a
/// last line with the code and the retry advice: see [the text of a failure](crate::mcp#the-text-of-a-failure). Without that line, it is
/// an `INTERNAL_ERROR`. Text that is JSON with a string `error`, as some servers send it, has the message there. A failure that was
/// written with the setting `structured_errors` also has category, details and data.
pub type Failure = read::Failure<ResponseMeta>;

/// The content and the metadata of a result, as a client reads it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ResponseMeta {
    /// `resultType`, which results have since 2026-07-28.
    pub result_type: Option<String>,
    /// The content blocks, the text included.
    pub content: Vec<ContentBlock>,
    /// The request id: `_meta.request_id`.
    pub request_id: Option<RequestId>,
    /// The other keys of `_meta`.
    pub extra: Map<String, Value>,
}

impl ResponseMeta {
    /// The text of the first text block.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.content.iter().find_map(ContentBlock::as_text)
    }
}

impl Take for ResponseMeta {
    const DIALECTS: &'static [&'static str] = &[V_2025_11_25::ID, V_2026_07_28::ID];

    fn dialect(&self) -> &'static str {
        if self.result_type.is_some() { V_2026_07_28::ID } else { V_2025_11_25::ID }
    }

    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    fn take(envelope: Document<'_>) -> Result<Taken<'_, Self>, ReadError> {
        require_complete(&envelope)?;
        let inner = inner_failure(&envelope)?;
        let mut result = result_of(envelope)?;
        if result.get("content").is_none() && result.get("structuredContent").is_none() {
            return Err(result.unexpected("content", "an array of content blocks", None));
        }
        let is_error = match result.take_any("isError") {
            None | Some(Document::Null) => false,
            Some(value) => bool::read(value)
                .map_err(|other| result.unexpected("isError", bool::EXPECTED, Some(&other)))?,
        };
        let structure = result.take_any("structuredContent");
        let text = first_text(result.as_document()).map(|(at, text)| (at, text.clone()));
        let result_type = result.take("resultType");
        let content =
            if result.get("content").is_some() { result.require("content")? } else { Vec::new() };
        let mut sent_meta = result.optional_parts("_meta")?;
        let request_id = sent_meta.as_mut().and_then(|meta| meta.take("request_id"));
        let extra = sent_meta.clone().map(Parts::into_extra).unwrap_or_default();
        let meta = Self { result_type, content, request_id, extra };
        let outcome = match inner {
            Some(failure) => Err(failure),
            None if is_error => Err(received(structure, sent_meta, &meta)),
            None => Ok(payload(structure, text)),
        };
        Ok(Taken { meta, extra: result.into_extra(), outcome })
    }
}

/// The result, which can be in a JSON-RPC message.
fn result_of(envelope: Document<'_>) -> Result<Parts<'_>, ReadError> {
    let is_message = is_message(&envelope);
    let mut envelope = Parts::of_envelope(envelope)?;
    if is_message { envelope.require_parts("result") } else { Ok(envelope) }
}

/// Refuses a result that is neither a success nor a failure: a request for input, or a task.
pub(crate) fn require_complete(message: &Document<'_>) -> Result<(), ReadError> {
    let (pointer, result) = match message.get("result").filter(|_| is_message(message)) {
        Some(result) => ("/result/resultType", result),
        None => ("/resultType", message),
    };
    match result.get("resultType").and_then(Document::as_str) {
        Some(other) if other != RESULT_TYPE => Err(ReadError::incomplete(pointer, other)),
        _ => Ok(()),
    }
}

/// Whether this is a JSON-RPC message, and not a result that has a `jsonrpc` among its own keys.
pub(crate) fn is_message(envelope: &Document<'_>) -> bool {
    envelope.get("jsonrpc").is_some() && envelope.get("content").is_none()
}

/// The result in a message, or the result alone.
fn result_in<'a, 'de>(message: &'a Document<'de>) -> &'a Document<'de> {
    message.get("result").filter(|_| is_message(message)).unwrap_or(message)
}

/// Whether the result is marked as an error.
pub(crate) fn is_error(message: &Document<'_>) -> bool {
    matches!(result_in(message).get("isError"), Some(Document::Bool(true)))
}

/// The failure in the envelope of another dialect that the result has.
pub(crate) fn inner_failure(message: &Document<'_>) -> Result<Option<Received>, ReadError> {
    let result = result_in(message);
    let inner = match result.get("structuredContent").filter(|structure| is_envelope(structure)) {
        Some(structure) => Some((Cow::Borrowed(STRUCTURE), structure.clone())),
        None => envelope_in_text(result),
    };
    match inner {
        Some((pointer, envelope)) => failure_in(envelope).map_err(|error| error.inside(&pointer)),
        None => Ok(None),
    }
}

/// Takes the envelope of another dialect out of a result, and returns its place.
pub(crate) fn take_envelope<'de>(
    message: &mut Document<'de>,
) -> Option<(Cow<'static, str>, Document<'de>)> {
    let result = if is_message(message) { message.get_mut("result")? } else { message };
    if result.get("structuredContent").is_some_and(is_envelope) {
        return Some((STRUCTURE.into(), result.take("structuredContent")?));
    }
    envelope_in_text(result)
}

/// The envelope of another dialect in a text of a result: the wrapped one, or else the first block.
fn envelope_in_text<'de>(result: &Document<'de>) -> Option<(Cow<'static, str>, Document<'de>)> {
    let wrapped = result.get("structuredContent").and_then(wrapped_text);
    let wrapped = wrapped.map(|text| (WRAPPED.into(), text));
    let first = || first_text(result).map(|(pointer, text)| (pointer.into(), text));
    let texts = wrapped.into_iter().chain(first());
    let mut parsed = texts.filter_map(|(pointer, text)| Some((pointer, text.parse_text()?)));
    parsed.find(|(_, envelope)| is_envelope(envelope))
}

/// The text of the first text block, and where it is.
fn first_text<'a, 'de>(result: &'a Document<'de>) -> Option<(String, &'a Document<'de>)> {
    let Document::Array(blocks) = result.get("content")? else { return None };
    let is_text =
        |block: &Document<'_>| block.get("type").and_then(Document::as_str) == Some("text");
    let (index, block) = blocks.iter().enumerate().find(|(_, block)| is_text(block))?;
    let text = block.get("text").filter(|text| text.as_str().is_some())?;
    Some((format!("/content/{index}/text"), text))
}

const STRUCTURE: &str = "/structuredContent";
const WRAPPED: &str = "/structuredContent/result";

/// The text of a textual tool under `FastMCP`, which wraps it to make an object of it: `{"result": "…"}`.
fn wrapped_text<'a, 'de>(structure: &'a Document<'de>) -> Option<&'a Document<'de>> {
    let Document::Object(entries) = structure else { return None };
    match entries.as_slice() {
        [(key, text)] if key == "result" => text.as_str().map(|_| text),
        _ => None,
    }
}

/// The data: the structured content, or the value of the text.
fn payload<'de>(
    structure: Option<Document<'de>>,
    text: Option<(String, Document<'de>)>,
) -> Payload<'de> {
    match (structure, text) {
        (None, Some((pointer, text))) => {
            let document = text.parse_text().unwrap_or_else(|| text.clone());
            Payload { pointer: pointer.into(), document, text: Some(text) }
        }
        (structure, _) => {
            let document = structure.unwrap_or(Document::Null);
            Payload { pointer: STRUCTURE.into(), document, text: None }
        }
    }
}

fn received(
    structure: Option<Document<'_>>,
    sent_meta: Option<Parts<'_>>,
    meta: &ResponseMeta,
) -> Received {
    let data = structure.as_ref().map_or_else(|| "null".to_owned(), Document::to_json);
    let with_meta = |failure| match sent_meta {
        Some(meta) => with_meta(failure, meta),
        None => failure,
    };
    let received = match structure.map(Parts::of) {
        Some(Ok(error)) if error.text("message").is_some() => of_structure(error).with(with_meta),
        _ => {
            let (received, line) = of_text(meta.text().unwrap_or_default());
            // A delay can also be part of the metadata.
            let received = received.with(with_meta);
            received.with(|failure| line.iter().fold(failure, |failure, line| line.advise(failure)))
        }
    };
    Received { request_id: meta.request_id.clone(), data, ..received }
}

/// A failure that was written with `structured_errors`.
fn of_structure(mut error: Parts<'_>) -> Received {
    let code: Option<String> = error.take("error_code");
    let error_type: Option<String> = error.take("error_type");
    let message: String = error.take_or_default("message");
    Received::new(code.as_deref(), error_type.as_deref(), &message).with(|mut failure| {
        // Any other advice follows from the category, or is among the details.
        let retry = error.take_any("retry");
        let advice =
            retry.as_ref().and_then(|retry| retry.get("advice")).and_then(Document::as_str);
        if advice == Some(Retry::Unknown.as_str()) {
            failure = failure.retry_unknown();
        }
        if let Some(remediation) = error.take::<String>("remediation") {
            failure = failure.remediation(remediation);
        }
        failure = error.take_details("details", failure);
        let upgrades: Vec<UpgradeHint> = error.take_or_default("upgrades");
        failure = upgrades.iter().fold(failure, ToolFailure::upgrade_hint);
        failure.with_entries(Slot::Data, error.entries())
    })
}

/// A failure that is text alone, without the line for code and retry advice.
fn of_text(text: &str) -> (Received, Option<Line<'_>>) {
    if let Ok(error) = serde_json::from_str::<Document<'_>>(text)
        && let Some(message) = error.get("error").and_then(Document::as_str)
    {
        return (Received::new(None, None, message), None);
    }
    let (text, line) = Line::split(text);
    let text = text.strip_prefix(PREFIX).unwrap_or(text);
    let (message, remediation) = text.split_once('\n').unwrap_or((text, ""));
    let received = match &line {
        Some(line) => {
            let received = Received::guessed(Some(line.code), None, line.guess(), message);
            if line.is_unknown() { received } else { received.with(ToolFailure::retry_known) }
        }
        None => Received::new(None, None, message),
    };
    let received = received.with(|failure| {
        if remediation.is_empty() { failure } else { failure.remediation(remediation) }
    });
    (received, line)
}

/// The failure with the contents of its `_meta`.
fn with_meta(failure: ToolFailure, mut meta: Parts<'_>) -> ToolFailure {
    // The tool that forwards the failure is another server.
    meta.take_any(SERVER_INFO);
    let failure = meta.take_measurements(failure);
    let warnings: Vec<Warning> = meta.take_or_default("warnings");
    failure.with_warnings(|to| to.extend_mixed(warnings)).with_entries(Slot::Meta, meta.entries())
}
