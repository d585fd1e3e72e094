//! Finds envelopes inside of MCP results.
//!
//! A server can send the envelope of another contract, or the result of another server, as structured content or as text of its own result.
//! If the inner envelope or result is a failure, so is the outer result: an answer that contradicts itself is never a success.

use serde_json::Value;

use crate::mcp::{IDS, STRUCTURE, is_error, is_message, texts};
use crate::recognize::recognize;
use crate::text::parse;
use crate::{code_scalpel, dotbot, response_v2, rfc9457};

/// Takes a failed envelope out of a result, with its place. Looks into at most `max_texts` texts.
pub(crate) fn take_failed(result: &mut Value, max_texts: usize) -> Option<(String, Value)> {
    find(result, max_texts, is_failure).and_then(|place| take_at(result, place))
}

/// Takes the envelope to be read instead of a result, with its place: a failed envelope anywhere, or else the envelope in the data. Ignores
/// successes in a result that is an error.
pub(crate) fn take_envelope(result: &mut Value) -> Option<(String, Value)> {
    let mut place = find(result, usize::MAX, is_failure);
    if place.is_none() && !is_error(result) {
        place = find(result, 1, is_envelope);
    }
    take_at(result, place?)
}

/// Whether a value is a result, or a message with one.
pub(crate) fn is_result(value: &Value) -> bool {
    recognize(value).map_or_else(|| is_message(value), |contract| IDS.contains(&contract.id))
}

/// Whether a value inside of a result of MCP is an envelope of another contract.
fn is_envelope(value: &Value) -> bool {
    recognize(value).is_some_and(|contract| !IDS.contains(&contract.id))
}

/// Whether a value is a failed or broken envelope.
fn is_failure(value: &Value) -> bool {
    match recognize(value).map(|contract| contract.id) {
        None => false,
        Some(response_v2::ID) => response_v2::is_failure(value),
        Some(dotbot::ID) => dotbot::is_failure(value),
        Some(code_scalpel::ID) => code_scalpel::is_failure(value),
        // `recognize` returns this contract only for a problem, which is a failure.
        Some(rfc9457::ID) => true,
        Some(_) => is_failed_result(value),
    }
}

/// Whether an inner result failed: its `isError` is true, or it contains a failed envelope.
fn is_failed_result(result: &Value) -> bool {
    let is_failed = |json: &Value| is_envelope(json) && is_failure(json);
    is_error(result) || find(result, usize::MAX, is_failed).is_some()
}

/// Returns the place of the first JSON in a result that fits: the structured content, or the JSON in one of the first `max_texts` texts.
fn find(result: &Value, max_texts: usize, fits: impl Fn(&Value) -> bool) -> Option<String> {
    let structure = result.get(STRUCTURE);
    let whole = structure.map(|json| (format!("/{STRUCTURE}"), json));
    // `FastMCP` wraps a value that is no object, as `{"result": …}`.
    let wrapped = structure.and_then(Value::as_object).filter(|map| map.len() == 1);
    let wrapped = wrapped.and_then(|map| map.get("result"));
    let wrapped = wrapped.map(|json| (format!("/{STRUCTURE}/result"), json));
    let blocks = result.get("content").and_then(Value::as_array).map(Vec::as_slice);
    let texts = texts(blocks.unwrap_or_default()).take(max_texts);
    let mut all = whole.into_iter().chain(wrapped).chain(texts);
    let found = all.find(|(_, json)| match json.as_str() {
        Some(text) => max_texts > 0 && parse(text).is_ok_and(|json| fits(&json)),
        None => fits(json),
    });
    found.map(|(place, _)| place)
}

/// Takes the JSON from its place. If the place has a text, parses this text.
fn take_at(result: &mut Value, at: String) -> Option<(String, Value)> {
    let json = result.pointer_mut(&at)?;
    let json = if let Some(text) = json.as_str() { parse(text).ok()? } else { json.take() };
    Some((at, json))
}
