//! The envelopes inside of the results of MCP.
//!
//! A server can send the envelope of another contract, or the result of another server, as its structure or as text. If one of them
//! is a failure, so is the result: an answer that contradicts itself is never a success.

use serde_json::Value;

use crate::mcp::{
    IDS, STRUCTURE, is_error, is_message, require_complete, result, result_pointer, texts,
};
use crate::read_error::ReadError;
use crate::recognize::recognize;
use crate::text::parse;
use crate::{code_scalpel, dotbot, mcp, response_v2, rfc9457};

/// Takes the failed envelope out of a result, with its place. At most so many of the texts are looked into.
pub(crate) fn take_failed(message: &mut Value, max_texts: usize) -> Option<(String, Value)> {
    let place = find(result(message), max_texts, is_failure)?;
    take_at(message, place)
}

/// Takes the envelope out of a result that counts instead of it, with its place: a failed one, or else the one that is the data. A
/// result that is an error has no success in it.
pub(crate) fn take_envelope(message: &mut Value) -> Result<Option<(String, Value)>, ReadError> {
    if !is_result(message) {
        return Ok(None);
    }
    require_complete(message)?;
    let result = result(message);
    let mut place = find(result, usize::MAX, is_failure);
    if place.is_none() && !is_error(message) {
        place = find(result, 1, is_envelope);
    }
    Ok(place.and_then(|place| take_at(message, place)))
}

/// Whether a value is a result, or a message with one.
fn is_result(value: &Value) -> bool {
    recognize(value).map_or_else(|| is_message(value), |contract| IDS.contains(&contract.id))
}

/// Whether a value inside of a result of MCP is an envelope of another contract.
fn is_envelope(value: &Value) -> bool {
    recognize(value).is_some_and(|contract| !mcp::IDS.contains(&contract.id))
}

/// Whether a value is an envelope that is a failure, or broken.
fn is_failure(value: &Value) -> bool {
    match recognize(value).map(|contract| contract.id) {
        None => false,
        Some(response_v2::ID) => response_v2::is_failure(value),
        Some(dotbot::ID) => dotbot::is_failure(value),
        Some(code_scalpel::ID) => code_scalpel::is_failure(value),
        // Only a problem is recognized.
        Some(rfc9457::ID) => true,
        Some(_) => is_failed_result(value),
    }
}

/// Whether a result inside of another one failed, by its own word or by its envelope.
fn is_failed_result(result: &Value) -> bool {
    let is_failed = |json: &Value| is_envelope(json) && is_failure(json);
    is_error(result) || find(result, usize::MAX, is_failed).is_some()
}

/// The place of the first JSON in a result that fits: the structure, or the JSON of one of so many texts.
fn find(result: &Value, max_texts: usize, fits: impl Fn(&Value) -> bool) -> Option<String> {
    let structure = result.get(STRUCTURE);
    let whole = structure.map(|json| (format!("/{STRUCTURE}"), json));
    // `FastMCP` wraps any other value to make an object of it.
    let wrapped = structure.and_then(Value::as_object).filter(|map| map.len() == 1);
    let wrapped = wrapped.and_then(|map| map.get("result"));
    let wrapped = wrapped.map(|json| (format!("/{STRUCTURE}/result"), json));
    let blocks = result.get("content").and_then(Value::as_array).map(Vec::as_slice);
    let texts = texts(blocks.unwrap_or_default()).take(max_texts);
    let mut all = whole.into_iter().chain(wrapped).chain(texts);
    let (place, _) = all.find(|(_, json)| match json.as_str() {
        Some(text) => max_texts > 0 && parse(text).is_ok_and(|json| fits(&json)),
        None => fits(json),
    })?;
    Some(place)
}

/// Takes the JSON from its place. A text there contains the JSON.
fn take_at(message: &mut Value, at: String) -> Option<(String, Value)> {
    let json = message.pointer_mut(&format!("{}{at}", result_pointer(message)))?;
    let json = if let Some(text) = json.as_str() { parse(text).ok()? } else { json.take() };
    Some((at, json))
}
