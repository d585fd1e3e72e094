//! The results of MCP tools: how they are read, and the rules about several keys, for both versions.

use envelope_contracts::mcp::{
    CONTRACT_2025_11_25, CONTRACT_2026_07_28, FAILURE_PREFIX, RESULT_TYPE, SERVER_INFO,
    failure_line,
};
use envelope_contracts::retry::Advice;
use envelope_contracts::time::is_iso_8601_date;
use envelope_runtime::{RequestId, RetryAdvice};
use serde_json::{Map, Value};

use crate::any::{is_envelope, is_failure, take_inside};
use crate::check::{Level, Node, Report, Rule, Rulebook};
use crate::failure::{DELAY, Failure};
use crate::metadata::UpgradeHint;
use crate::object::{Entries, object, take, take_facts};
use crate::read_error::ReadError;
use crate::response::{self, Data, Metadata, entries, require};

/// The versions of the contract.
pub(crate) const IDS: [&str; 2] = [CONTRACT_2025_11_25.id, CONTRACT_2026_07_28.id];

/// The response of an MCP tool: a `CallToolResult` of any version of the protocol, also in a JSON-RPC message.
///
/// The data is `structuredContent`, or else the JSON in the first text block, or else the text of that block. `isError` is
/// false where it is absent, as in the specification. A result without both `content` and `structuredContent` is an error, and so
/// is a result with another `resultType` than `complete`, which [`ReadError::result_type`] returns.
///
/// The envelope of another contract in the result is plain data here if it is a success, and [`read`](crate::read()) reads it. If it
/// is a failure, so is the response, whatever `isError` says.
///
/// A failure has only its text in this contract. The first line is the message, after `Error: `, and the others are the remediation,
/// except a last line with the code and the retry advice. Without that line, it is an `INTERNAL_ERROR`. Text that is JSON with a string
/// `error`, as some servers send it, has the message there. A failure that was written with the setting `structured_errors` also
/// has error type, details and data.
///
/// ```
/// use envelope_client::mcp::Response;
///
/// let text = r#"{"content":[{"type":"text","text":"[1,2,3]"}]}"#;
/// assert_eq!(Response::<Vec<u8>>::read(text)?.outcome?, [1, 2, 3]);
/// assert_eq!(Response::<String>::read(text)?.outcome?, "[1,2,3]");
///
/// let text = r#"{"content":[{"type":"text","text":"Error: No such spec\nList the specs\n(NOT_FOUND, do not retry)"}],"isError":true}"#;
/// let failure = Response::<()>::read(text)?.outcome.unwrap_err();
/// assert_eq!(failure.message, "No such spec");
/// assert_eq!(failure.remediation.as_deref(), Some("List the specs"));
/// assert_eq!(failure.code(), "NOT_FOUND");
/// assert_eq!(failure.retry(), envelope_runtime::Retry::Never);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The `CallToolResult` of an SDK is read as JSON: `Response::from_value(serde_json::to_value(result)?)`.
pub type Response<T> = response::Response<T, Meta>;

/// The data of an MCP tool, with its content and metadata.
pub type Success<T> = response::Success<T, Meta>;

object! {
    /// The content and the metadata of a result: every key but `structuredContent` and `isError`.
    pub struct Meta {
        /// The kind of the result, which results have since 2026-07-28: `complete`.
        result_type: Option<String> = "resultType",
        /// The content blocks, the text included.
        content: Vec<ContentBlock> = "content",
        /// The metadata of the protocol and of extensions.
        meta: ResultMeta = "_meta",
    }
}

object! {
    /// The `_meta` of a result: `{"request_id":"req_1"}`.
    pub struct ResultMeta {
        /// The request id, which this crate adds.
        request_id: Option<RequestId> = "request_id",
    }
}

object! {
    /// A block of content: `{"type":"text","text":"…"}`. Other keys, such as `resource` and `annotations`, are in `extra`.
    pub struct ContentBlock(text) {
        /// The kind of the block: `text`, `image`, `audio`, `resource_link` or `resource`.
        kind: String = "type",
        /// The text of a text block.
        text: Option<String> = "text",
        /// The image or the sound, in base64.
        data: Option<String> = "data",
        /// The media type.
        mime_type: Option<String> = "mimeType",
        /// The URI of a linked resource.
        uri: Option<String> = "uri",
        /// The name of a linked resource.
        name: Option<String> = "name",
    }
}

impl Meta {
    /// The text of the first text block.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        let mut texts = self.content.iter().filter(|block| block.kind == "text");
        texts.next()?.text.as_deref()
    }
}

impl Metadata for Meta {
    fn dialect(&self) -> &'static str {
        let [without_type, with_type] = IDS;
        if self.result_type.is_some() { with_type } else { without_type }
    }

    fn request_id(&self) -> Option<&RequestId> {
        self.meta.request_id.as_ref()
    }

    fn take(mut message: Value) -> Result<Response<Data>, ReadError> {
        require_complete(&message)?;
        let inner = envelope_in(&mut message, is_failure);
        let inner = inner.map(|(pointer, envelope)| take_inside(&pointer, envelope)).transpose()?;
        let mut result = take_result(message)?;
        let text = first_text(&result).map(|(at, text)| (at, text.to_owned()));
        let structure = result.remove("structuredContent");
        if structure.is_none() && !result.contains_key("content") {
            return Err(ReadError::expected("/content", "an array of content blocks", None));
        }
        let is_error = match result.remove("isError") {
            None | Some(Value::Null) => false,
            Some(Value::Bool(is_error)) => is_error,
            other => return Err(ReadError::expected("/isError", "true or false", other.as_ref())),
        };
        for (key, expected, fits) in SHAPES {
            if let Some(value) = result.get(key).filter(|value| !fits(value)) {
                return Err(ReadError::expected(format!("/{key}"), expected, Some(value)));
            }
        }
        let mut meta = Self::from(result);
        let outcome = match inner.and_then(|inner| inner.outcome.err()) {
            Some(failure) => Err(failure),
            None if is_error => Err(failure(structure, text, &mut meta).into()),
            None => Ok(data(structure, text)),
        };
        Ok(Response { outcome, extra: std::mem::take(&mut meta.extra), meta })
    }
}

type Fits = fn(&Value) -> bool;

const SHAPES: [(&str, &str, Fits); 2] = [
    ("content", "an array", |value| value.is_array() || value.is_string()),
    ("_meta", "an object", |value| value.is_object() || value.is_null()),
];

const STRUCTURE: &str = "structuredContent";
/// The advice of a writer that does not know whether to retry.
const UNKNOWN: &str = "unknown";

/// The text of the first text block, and its place.
fn first_text(result: &Entries) -> Option<(String, &str)> {
    let blocks = result.get("content")?.as_array()?;
    let is_text = |block: &Value| block.get("type").and_then(Value::as_str) == Some("text");
    let (index, block) = blocks.iter().enumerate().find(|(_, block)| is_text(block))?;
    Some((format!("/content/{index}/text"), block.get("text")?.as_str()?))
}

/// Whether this is a JSON-RPC message, and not a result that has a `jsonrpc` among its own keys.
pub(crate) fn is_message(envelope: &Value) -> bool {
    envelope.get("jsonrpc").is_some() && envelope.get("content").is_none()
}

/// The pointer of the result, which can be in a message.
fn result_pointer(envelope: &Value) -> &'static str {
    if is_message(envelope) { "/result" } else { "" }
}

fn take_result(envelope: Value) -> Result<Entries, ReadError> {
    let is_message = is_message(&envelope);
    let mut envelope = entries(envelope)?;
    if is_message { require(&mut envelope, "result", "an object") } else { Ok(envelope) }
}

/// Refuses a result that is neither a success nor a failure: a request for input, or a task.
pub(crate) fn require_complete(envelope: &Value) -> Result<(), ReadError> {
    let pointer = format!("{}/resultType", result_pointer(envelope));
    match envelope.pointer(&pointer).and_then(Value::as_str) {
        Some(other) if other != RESULT_TYPE => Err(ReadError::incomplete(pointer, other)),
        _ => Ok(()),
    }
}

/// Takes the envelope of another contract out of a result, with its place, except for a success in a result that is an error.
pub(crate) fn take_envelope(message: &mut Value) -> Result<Option<(String, Value)>, ReadError> {
    require_complete(message)?;
    let is_error = message.pointer(&format!("{}/isError", result_pointer(message)));
    let is_error = is_error == Some(&Value::Bool(true));
    Ok(envelope_in(message, |envelope| !is_error || is_failure(envelope)))
}

/// Takes an envelope that is wanted from its place: the structure, the text in it, or the first text block.
fn envelope_in(message: &mut Value, is_wanted: impl Fn(&Value) -> bool) -> Option<(String, Value)> {
    let result = message.pointer_mut(result_pointer(message))?.as_object_mut()?;
    if let Some(structure) = result.get_mut(STRUCTURE).filter(|structure| is_envelope(structure)) {
        return is_wanted(structure).then(|| (format!("/{STRUCTURE}"), structure.take()));
    }
    // `FastMCP` wraps the text of a tool to make an object of it.
    let wrapped = result.get(STRUCTURE).and_then(Value::as_object).filter(|map| map.len() == 1);
    let wrapped = wrapped.and_then(|object| object.get("result")?.as_str());
    let wrapped = wrapped.map(|text| (format!("/{STRUCTURE}/result"), text));
    let texts = wrapped.into_iter().chain(first_text(result));
    let mut parsed = texts.filter_map(|(at, text)| Some((at, serde_json::from_str(text).ok()?)));
    parsed.find(|(_, json)| is_envelope(json)).filter(|(_, envelope)| is_wanted(envelope))
}

/// The data: the structured content, or the value of the text.
fn data(structure: Option<Value>, text: Option<(String, String)>) -> Data {
    match (structure, text) {
        (None, Some((pointer, text))) => Data::from_text(pointer, text),
        (structure, _) => Data::new(format!("/{STRUCTURE}"), structure.unwrap_or_default()),
    }
}

fn failure(structure: Option<Value>, text: Option<(String, String)>, meta: &mut Meta) -> Failure {
    let mut extra = std::mem::take(&mut meta.meta.extra);
    let mut failure = Failure::take_from(&mut extra);
    // The tool that passes the failure on is another server.
    extra.remove(SERVER_INFO);
    failure.extra = extra;
    failure.request_id.clone_from(&meta.meta.request_id);
    match structure {
        Some(Value::Object(error)) if error.get("message").is_some_and(Value::is_string) => {
            of_structure(failure, error)
        }
        structure => {
            failure.data = structure.unwrap_or_default();
            of_text(failure, &text.unwrap_or_default().1)
        }
    }
}

/// A failure that was written with `structured_errors`.
fn of_structure(failure: Failure, mut error: Entries) -> Failure {
    let upgrades: Vec<UpgradeHint> = Failure::take_upgrades(&mut error);
    // Any other advice follows from the error type, or is among the details.
    let advice = error.remove("retry");
    let advice = advice.as_ref().and_then(|retry| retry.get("advice")?.as_str());
    let failure = Failure {
        sent_code: take(&mut error, "error_code"),
        sent_error_type: take(&mut error, "error_type"),
        message: take(&mut error, "message"),
        remediation: take(&mut error, "remediation"),
        upgrades,
        ..failure
    }
    .with_details(take_facts(&mut error, "details"));
    let failure = Failure { data: error.into(), ..failure };
    if advice == Some(UNKNOWN) { failure.with_retry(UNKNOWN) } else { failure }
}

/// A failure that is text alone.
fn of_text(failure: Failure, text: &str) -> Failure {
    if let Ok(error) = serde_json::from_str::<Value>(text)
        && let Some(message) = error.get("error").and_then(Value::as_str)
    {
        return Failure { message: message.to_owned(), ..failure };
    }
    // A client may have added white space at the end.
    let trimmed = text.trim_end();
    let (before, last) = trimmed.rsplit_once('\n').unwrap_or(("", trimmed));
    let (text, line) = failure_line(last).map_or((text, None), |line| (before, Some(line)));
    let text = text.strip_prefix(FAILURE_PREFIX).unwrap_or(text);
    let (message, remediation) = text.split_once('\n').unwrap_or((text, ""));
    let failure = Failure {
        sent_code: line.map(|(code, _)| code.to_owned()),
        message: message.to_owned(),
        remediation: Some(remediation).filter(|text| !text.is_empty()).map(str::to_owned),
        ..failure
    };
    match line {
        Some((_, advice)) => with_advice(failure, advice),
        None => failure,
    }
}

/// The failure with the advice of its last line. A delay can also be part of the metadata.
fn with_advice(mut failure: Failure, advice: Advice<'_>) -> Failure {
    match advice {
        Advice::Retry(word) => return failure.with_retry(word),
        _ if failure.retry_after().is_some() => {}
        Advice::After(seconds) => {
            failure.data = Map::from_iter([(DELAY.to_owned(), seconds.into())]).into();
        }
        Advice::At(time) => {
            failure.rate_limit.get_or_insert_default().reset_at = Some(time.to_owned());
        }
    }
    let is_yes = failure.retry().advice() == RetryAdvice::Yes;
    if is_yes { failure } else { failure.with_retry("after_delay") }
}

pub(crate) static RULEBOOK_2025_11_25: Rulebook =
    Rulebook { contract: &CONTRACT_2025_11_25, rules: RULES, check };
pub(crate) static RULEBOOK_2026_07_28: Rulebook =
    Rulebook { contract: &CONTRACT_2026_07_28, rules: RULES, check };

const RULES: &[Rule] = &[HAS_IS_ERROR, STRUCTURED_TEXT, LAST_MODIFIED];

const HAS_IS_ERROR: Rule = Rule::new(
    "has-is-error",
    Level::Should,
    "a result has an `isError`",
    "Field Definitions, `isError`",
);
const LAST_MODIFIED: Rule = Rule::new(
    "last-modified-time",
    Level::Should,
    "`lastModified` is a time, and not a date alone",
    "Schema, `Annotations`",
);
const STRUCTURED_TEXT: Rule = Rule::new(
    "structured-text",
    Level::Should,
    "a result with a `structuredContent` has a text in its `content`, too",
    "Field Definitions, `content`",
);

fn check(result: &Node<'_>, report: &mut Report) {
    let (content, structure) = (result.get("content"), result.get("structuredContent"));
    let is_error = result.get("isError");
    report.require(is_error.value().is_some(), &HAS_IS_ERROR, &is_error);
    for block in content.items() {
        let annotations = block.get("annotations");
        let time = annotations.get("lastModified");
        let is_date = time.as_str().is_some_and(is_iso_8601_date);
        report.require(!is_date, &LAST_MODIFIED, &time);
    }
    let is_failure = is_error.is(true);
    if structure.value().is_some() && content.is_array() && !is_failure {
        let has_text = content.items().any(|block| block.get("type").as_str() == Some("text"));
        report.require(has_text, &STRUCTURED_TEXT, &content);
    }
}
