//! Reads results of MCP tools, and checks the rules that relate keys, for both versions.

use envelope_contracts::format::is_blank;
use envelope_contracts::mcp::{
    CONTRACT_2025_11_25, CONTRACT_2026_07_28, FAILURE_PREFIX, RESULT_TYPE, SERVER_INFO,
    failure_line,
};
use envelope_contracts::retry::{Advice, next_step};
use envelope_contracts::time::is_iso_8601_date;
use envelope_runtime::{RequestId, RetryAdvice};
use serde_json::{Value, json};

use crate::failure::{DELAY, Failure};
use crate::metadata::UpgradeHint;
use crate::object::{Entries, into_text, object, take, take_facts};
use crate::read_error::ReadError;
use crate::response::{self, Data, entries, require};
use crate::rulebook::{Node, Report, Rulebook, rules};
use crate::text::parse;

/// The versions of the contract.
pub(crate) const IDS: [&str; 2] = [CONTRACT_2025_11_25.id, CONTRACT_2026_07_28.id];

/// The response of an MCP tool: a `CallToolResult` of any version of the protocol, also in a JSON-RPC message.
///
/// The data is `structuredContent`, or else the JSON in the first text block, or else the text of that block. A missing `isError` means
/// false, as in the specification. A result with neither `content` nor `structuredContent` is an error. A result with another `resultType`
/// than `complete` is an error with a [`ReadError::result_type`].
///
/// If the structure is the failed envelope of another contract, the response is a failure, whatever `isError` says. A failed envelope in a
/// text counts only if `isError` is true, since the text of a file or a page can look like one. The envelope of a success is plain data
/// here: [`read`](crate::read()) reads it.
///
/// In this contract, a failure is only a text. The last line with a code and retry advice separates the message, which follows `Error: `,
/// from the remediation. A text without such a line is the message of an `INTERNAL_ERROR`. If the text is JSON with a `message` or an
/// `error`, as some servers send it, the message is the value of this key. A failure that was written with the setting `structured_errors`
/// also has an error type, details and data.
///
/// ```
/// use envelope_client::mcp::Response;
///
/// let text = r#"{"content":[{"type":"text","text":"[1,2,3]"}]}"#;
/// assert_eq!(Response::<Vec<u8>>::read(text)?.outcome?, [1, 2, 3]);
/// assert_eq!(Response::<String>::read(text)?.outcome?, "[1,2,3]");
///
/// let text = r#"{"content":[{"type":"text","text":"Error: No such spec\n(NOT_FOUND, do not retry)\nList the specs"}],"isError":true}"#;
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

object! {
    /// The content and the metadata of a result: every key but `structuredContent` and `isError`.
    pub struct Meta {
        /// The kind of the result: `complete`, since version 2026-07-28 of the contract.
        result_type: Option<String> = "resultType",
        /// The content blocks, the text included, as JSON: `{"type":"text","text":"…"}`. The content types of an SDK deserialize from
        /// them.
        content: Vec<Value> = "content",
        /// The metadata of the protocol and of extensions.
        meta: ResultMeta = "_meta",
    }
}

object! {
    /// The `_meta` of a result: `{"request_id":"req_1"}`.
    pub struct ResultMeta {
        /// The request id, which servers of `envelope-runtime` add.
        request_id: Option<RequestId> = "request_id",
    }
}

impl Meta {
    /// The text of the first text block.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        texts(&self.content).next()?.1.as_str()
    }
}

/// Takes a result apart. `inner` is the failed envelope in the result, already read. If the server can use any contract, text whose JSON is
/// a failure makes the result a failure.
pub(crate) fn take_result(
    result: Value,
    inner: Option<Box<Failure>>,
    is_of_any_contract: bool,
) -> Result<Response<Data>, ReadError> {
    let mut result = entries(result)?;
    let structure = result.remove(STRUCTURE);
    let is_error = match result.remove("isError") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(is_error)) => is_error,
        other => return Err(ReadError::expected("/isError", "true or false", other.as_ref())),
    };
    let content = result.get("content");
    // Some servers send null if they have no content.
    let is_content =
        content.is_some_and(|json| json.is_array() || json.is_string() || json.is_null());
    if structure.is_none() && !is_content {
        return Err(ReadError::expected("/content", "an array of content blocks", content));
    }
    let mut meta = Meta::from_entries(result);
    // In the version with a `resultType`, null is a value. In the older version, some servers send null if they have no structure.
    let structure = structure.filter(|json| !json.is_null() || meta.result_type.is_some());
    let text = texts(&meta.content).next().map(|(at, text)| (at, into_text(text.clone())));
    let outcome = match inner {
        Some(failure) => Err(failure),
        None if is_error => Err(failure(structure, text, &mut meta).into()),
        None => {
            let is_trusted = structure.is_none() && !is_of_any_contract;
            let data = data(structure, text);
            if !is_trusted && is_failed(&data.json) {
                Err(failure(Some(data.json), None, &mut meta).into())
            } else {
                Ok(data)
            }
        }
    };
    let [without_type, with_type] = IDS;
    let dialect = if meta.result_type.is_some() { with_type } else { without_type };
    Ok(Response { dialect, outcome, extra: std::mem::take(&mut meta.extra), meta })
}

pub(crate) const STRUCTURE: &str = "structuredContent";
/// The advice of a writer that does not know whether to retry.
const UNKNOWN: &str = "unknown";

/// The texts of the text blocks, as strings of JSON, each with its place.
pub(crate) fn texts(blocks: &[Value]) -> impl Iterator<Item = (String, &Value)> {
    blocks.iter().enumerate().filter_map(|(index, block)| {
        let is_text = block.get("type").is_some_and(|kind| kind == "text");
        let text = block.get("text").filter(|text| is_text && text.is_string())?;
        Some((format!("/content/{index}/text"), text))
    })
}

/// Whether this is a JSON-RPC message, and not a result that has a `jsonrpc` among its own keys.
pub(crate) fn is_message(envelope: &Value) -> bool {
    envelope.get("jsonrpc").is_some() && envelope.get("content").is_none()
}

/// Opens a JSON-RPC message, and adds the place of its result to `pointer`. Refuses a message with both a result and an error. Any other
/// value is the result itself.
pub(crate) fn open(envelope: Value, pointer: &mut String) -> Result<Value, ReadError> {
    let result = if is_message(&envelope) {
        let mut message = entries(envelope)?;
        let error = message.remove("error").filter(|error| !error.is_null());
        if error.is_some() && message.get("result").is_some_and(|result| !result.is_null()) {
            return Err(ReadError::expected("/error", "nothing beside a result", error.as_ref()));
        }
        let result = require::<Entries>(&mut message, "result", "an object")?;
        pointer.push_str("/result");
        result.into()
    } else {
        envelope
    };
    require_complete(&result)?;
    Ok(result)
}

pub(crate) fn is_error(result: &Value) -> bool {
    result.get("isError") == Some(&Value::Bool(true))
}

/// Refuses a result that is neither a success nor a failure, such as a request for input or a task.
pub(crate) fn require_complete(result: &Value) -> Result<(), ReadError> {
    match result.get("resultType").and_then(Value::as_str) {
        Some(other) if other != RESULT_TYPE => Err(ReadError::incomplete("/resultType", other)),
        _ => Ok(()),
    }
}

/// The data: the structured content, or the value of the text.
fn data(structure: Option<Value>, text: Option<(String, String)>) -> Data {
    match (structure, text) {
        (None, Some((pointer, text))) => Data::from_text(pointer, text),
        (structure, text) => {
            let json = structure.unwrap_or_default();
            let text = text.filter(|_| json.is_null()).map(|(_, text)| text);
            Data { text, ..Data::new(format!("/{STRUCTURE}"), json) }
        }
    }
}

/// Whether JSON is a failure without the other keys of an envelope: `{"success":false,"error":"…"}`.
fn is_failed(json: &Value) -> bool {
    json.as_object().is_some_and(has_error) && json.get("success") == Some(&Value::Bool(false))
}

fn has_error(object: &Entries) -> bool {
    object.get("error").is_some_and(|error| error.is_string() || error.is_object())
}

fn failure(structure: Option<Value>, text: Option<(String, String)>, meta: &mut Meta) -> Failure {
    let mut extra = std::mem::take(&mut meta.meta.extra);
    let mut failure = Failure::take_from(&mut extra);
    // This key names the other server, and not the server that passes the failure on.
    extra.remove(SERVER_INFO);
    failure.extra = extra;
    failure.request_id.clone_from(&meta.meta.request_id);
    match error_in(structure.unwrap_or_default()) {
        Ok(error) => of_object(failure, error),
        Err(structure) => {
            failure.data = structure;
            of_text(failure, &text.unwrap_or_default().1)
        }
    }
}

/// The parts of a failure in JSON: `{"message":"…"}`, `{"error":"…"}` or `{"error":{"message":"…"}}`, with further keys.
fn error_in(json: Value) -> Result<Entries, Value> {
    let is_text = |object: &Entries, key: &str| object.get(key).is_some_and(Value::is_string);
    let mut object = match json {
        Value::Object(object) if is_text(&object, "message") => return Ok(object),
        Value::Object(object) if has_error(&object) => object,
        other => return Err(other),
    };
    let message = match object.remove("error").unwrap_or_default() {
        Value::Object(mut error) => {
            let key = ["message", "error"].into_iter().find(|key| is_text(&error, key));
            let message = key.and_then(|key| error.remove(key));
            let message = message.unwrap_or_else(|| into_text(error.clone().into()).into());
            object.extend(error);
            message
        }
        text => text,
    };
    object.insert("message".to_owned(), message);
    if object.get("success") == Some(&Value::Bool(false)) {
        object.remove("success");
    }
    Ok(object)
}

/// Makes a failure of a JSON object, such as the setting `structured_errors` writes.
fn of_object(failure: Failure, mut error: Entries) -> Failure {
    let upgrades: Vec<UpgradeHint> = Failure::take_upgrades(&mut error);
    // Only the advice `unknown` is needed: other advice follows from the error type, or is among the details.
    let advice = error.remove("retry");
    let advice = advice.as_ref().and_then(|retry| retry.get("advice")?.as_str());
    let failure = Failure {
        sent_code: take::<Option<_>>(&mut error, "error_code").or_else(|| take(&mut error, "code")),
        sent_error_type: take(&mut error, "error_type"),
        message: take(&mut error, "message"),
        remediation: take(&mut error, "remediation"),
        upgrades,
        ..failure
    }
    .with_details(take_facts(&mut error, "details"));
    let data = if failure.data.is_null() { error.into() } else { failure.data };
    let failure = Failure { data, ..failure };
    if advice == Some(UNKNOWN) { failure.with_retry(UNKNOWN) } else { failure }
}

/// Makes a failure of a text.
fn of_text(failure: Failure, text: &str) -> Failure {
    if let Some(error) = parse(text).ok().and_then(|json| error_in(json).ok()) {
        return of_object(failure, error);
    }
    let lines: Vec<_> = text.split('\n').collect();
    let at = lines.iter().rposition(|line| failure_line(line).is_some());
    let (before, after) = lines.split_at(at.unwrap_or(lines.len()));
    let message = before.join("\n");
    let message = message.strip_prefix(FAILURE_PREFIX).unwrap_or(&message);
    let Some(((code, advice), after)) =
        after.split_first().and_then(|(line, after)| Some((failure_line(line)?, after)))
    else {
        // A client may have added white space at the end.
        return Failure { message: message.trim_end().to_owned(), ..failure };
    };
    let remediation = Some(after.join("\n")).filter(|text| !is_blank(text));
    // The text omits a remediation that follows from its advice.
    let step = || if let Advice::Retry(word) = advice { next_step(word) } else { None };
    let failure = Failure {
        sent_code: Some(code.to_owned()),
        message: message.to_owned(),
        remediation: remediation.or_else(|| step().map(str::to_owned)),
        ..failure
    };
    with_advice(failure, advice)
}

/// Adds the advice of the text. A delay in the metadata wins over a delay in the text.
fn with_advice(mut failure: Failure, advice: Advice<'_>) -> Failure {
    match advice {
        Advice::Retry(word) => return failure.with_retry(word),
        _ if failure.retry_after().is_some() => {}
        Advice::After(seconds) => failure.data = json!({ DELAY: seconds }),
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

rules! {
    HAS_IS_ERROR: Should "has-is-error" "Field Definitions, `isError`"
        "a result has an `isError`";
    STRUCTURED_TEXT: Should "structured-text" "Field Definitions, `content`"
        "a result with a `structuredContent` has a text in its `content`, too";
    FAILURE_TEXT: Should "failure-text" "Error Handling Strategy"
        "the `content` of a failure starts with a text that is not blank";
    NULL_VALUE: Note "null-value" "Azure/data-api-builder#3599"
        "a key without a value is absent; Data API builder 2.0.1 sends null";
    LAST_MODIFIED: Should "last-modified-time" "Schema, `Annotations`"
        "`lastModified` is a time, and not a date alone";
}

fn check(result: &Node<'_>, report: &mut Report) {
    let (content, structure) = (result.get("content"), result.get(STRUCTURE));
    let is_error = result.get("isError");
    report.require(is_error.value.is_some(), &HAS_IS_ERROR, &is_error);
    for (key, value) in result.entries() {
        let is_data = key == STRUCTURE && result.get("resultType").is_given();
        // Null for `isError` violates the rule of the key.
        let can_be_null = is_data || key == "isError";
        report.require(can_be_null || value.is_given(), &NULL_VALUE, &value);
    }
    for block in content.items() {
        for (_, value) in block.entries() {
            report.require(value.is_given(), &NULL_VALUE, &value);
        }
        let annotations = block.get("annotations");
        let time = annotations.get("lastModified");
        let is_date = time.as_str().is_some_and(is_iso_8601_date);
        report.require(!is_date, &LAST_MODIFIED, &time);
    }
    let is_failure = is_error.is(true);
    if is_failure && content.as_array().is_some() {
        let is_text = content.items().next().is_some_and(|block| {
            let text = block.get("text");
            text.as_str().is_some_and(|text| !is_blank(text))
        });
        report.require(is_text, &FAILURE_TEXT, &content);
    }
    if structure.is_given() && content.as_array().is_some() && !is_failure {
        let has_text = content.items().any(|block| block.get("type").as_str() == Some("text"));
        report.require(has_text, &STRUCTURED_TEXT, &content);
    }
}
