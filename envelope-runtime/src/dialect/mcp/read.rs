//! Reading the results of MCP tools.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::ContentBlock;
use crate::error::{Slot, ToolFailure};
use crate::json::Document;
use crate::metadata::{UpgradeHint, Warning};
use crate::read::{self, Lenient, Parts, Payload, ReadError, Received, Take, Taken};
use crate::request_id::RequestId;

/// What an MCP tool answered: a `CallToolResult` of any version of the protocol, also in a JSON-RPC message.
///
/// The data is `structuredContent`, or else the JSON in the first text block, or else the text of that block. `isError` is
/// false where it is absent, as in the specification. A result without both `content` and `structuredContent` is an error.
///
/// ```
/// use envelope_runtime::mcp::Response;
///
/// let text = r#"{"content":[{"type":"text","text":"[1,2,3]"}]}"#;
/// assert_eq!(Response::<Vec<u8>>::read(text)?.into_result()?.data, [1, 2, 3]);
/// assert_eq!(Response::<String>::read(text)?.into_result()?.data, "[1,2,3]");
///
/// let text = r#"{"content":[{"type":"text","text":"Error: No such spec\nList the specs"}],"isError":true}"#;
/// let failure = Response::<()>::read(text)?.into_result().unwrap_err();
/// assert_eq!(failure.message(), "No such spec");
/// assert_eq!(failure.remediation(), Some("List the specs"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Response<T> = read::Response<T, ResponseMeta>;

/// The data of an MCP tool, with its content and metadata.
pub type Success<T> = read::Success<T, ResponseMeta>;

/// A failure that an MCP tool answered with.
///
/// The contract has only its text. The first line is the message, after `Error: `, and the others are the remediation. Text
/// that is JSON with a string `error`, as some servers send it, has the message there. A failure that was written with the
/// setting `structured_errors` has code, category, details and data, too; any other is an `INTERNAL_ERROR`.
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
    fn take(envelope: Document<'_>) -> Result<Taken<'_, Self>, ReadError> {
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
        let outcome = if is_error {
            Err(received(structure, sent_meta, &meta))
        } else {
            Ok(payload(structure, text))
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

/// Whether this is a JSON-RPC message, and not a result that has a `jsonrpc` among its own keys.
pub(crate) fn is_message(envelope: &Document<'_>) -> bool {
    envelope.get("jsonrpc").is_some() && envelope.get("content").is_none()
}

/// Takes the envelope of another dialect out of a result, and says where it was.
pub(crate) fn take_envelope<'de>(
    message: &mut Document<'de>,
    is_envelope: impl FnOnce(&Document<'de>) -> bool,
) -> Option<(Cow<'static, str>, Document<'de>)> {
    let result = if is_message(message) { message.get_mut("result")? } else { message };
    match result.get("structuredContent") {
        None => {
            let (pointer, text) = first_text(result)?;
            Some((pointer.into(), text.parse_text().filter(is_envelope)?))
        }
        Some(structure) if is_envelope(structure) => {
            Some((STRUCTURE.into(), result.take("structuredContent")?))
        }
        Some(_) => None,
    }
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

/// The data: the structured content, or what the text says.
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
    let received = match structure.map(Parts::of) {
        Some(Ok(error)) if error.text("message").is_some() => of_structure(error),
        _ => of_text(meta.text().unwrap_or_default()),
    };
    let received = received.with(|failure| match sent_meta {
        Some(meta) => with_meta(failure, meta),
        None => failure,
    });
    Received { request_id: meta.request_id.clone(), data, ..received }
}

/// A failure that was written with `structured_errors`.
fn of_structure(mut error: Parts<'_>) -> Received {
    let code: Option<String> = error.take("error_code");
    let error_type: Option<String> = error.take("error_type");
    let message: String = error.take_or_default("message");
    Received::new(code.as_deref(), error_type.as_deref(), &message).with(|mut failure| {
        // It follows from the category.
        error.take_any("retry");
        if let Some(remediation) = error.take::<String>("remediation") {
            failure = failure.remediation(remediation);
        }
        failure = error.take_details("details", failure);
        let upgrades: Vec<UpgradeHint> = error.take_or_default("upgrades");
        failure = upgrades.iter().fold(failure, ToolFailure::upgrade_hint);
        failure.with_entries(Slot::Data, error.entries())
    })
}

/// A failure that is text alone.
fn of_text(text: &str) -> Received {
    if let Ok(error) = serde_json::from_str::<Document<'_>>(text)
        && let Some(message) = error.get("error").and_then(Document::as_str)
    {
        return Received::new(None, None, message);
    }
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    let (message, remediation) = text.split_once('\n').unwrap_or((text, ""));
    Received::new(None, None, message).with(|failure| {
        if remediation.is_empty() { failure } else { failure.remediation(remediation) }
    })
}

/// The failure with what its `_meta` says.
fn with_meta(failure: ToolFailure, mut meta: Parts<'_>) -> ToolFailure {
    let failure = meta.take_measurements(failure);
    let warnings: Vec<Warning> = meta.take_or_default("warnings");
    failure.with_warnings(|to| to.extend_mixed(warnings)).with_entries(Slot::Meta, meta.entries())
}
