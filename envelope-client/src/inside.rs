//! The envelopes inside of the results of MCP.
//!
//! A server can send the envelope of another contract, or the result of another server, as its structure or as text. If one of them
//! is a failure, so is the result: an answer that contradicts itself is never a success.

use std::borrow::Cow;

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
    let place = find(json_in(result(message), max_texts), is_failure)?;
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
    let mut place = find(json_in(result, usize::MAX), is_failure);
    if place.is_none() && !is_error(message) {
        place = find(json_in(result, 1), is_envelope);
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
    is_error(result) || find(json_in(result, usize::MAX), is_failed).is_some()
}

/// JSON in a result, with its place. The JSON of a text is owned.
type Found<'a> = (String, Cow<'a, Value>);

/// The JSON in a result that can be an envelope: the structure, and the JSON of some texts.
fn json_in(result: &Value, max_texts: usize) -> impl Iterator<Item = Found<'_>> {
    let structure = result.get(STRUCTURE);
    let whole = structure.map(|json| (format!("/{STRUCTURE}"), Cow::Borrowed(json)));
    // `FastMCP` wraps any other value to make an object of it.
    let wrapped = structure.and_then(Value::as_object).filter(|map| map.len() == 1);
    let wrapped = wrapped.and_then(|map| map.get("result")).into_iter().filter_map(move |json| {
        let at = format!("/{STRUCTURE}/result");
        match json.as_str() {
            Some(text) if max_texts > 0 => of_json_text((at, text)),
            Some(_) => None,
            None => Some((at, Cow::Borrowed(json))),
        }
    });
    let blocks = result.get("content").and_then(Value::as_array).map(Vec::as_slice);
    let texts = texts(blocks.unwrap_or_default()).take(max_texts);
    whole.into_iter().chain(wrapped).chain(texts.filter_map(of_json_text))
}

fn of_json_text<'a>((at, text): (String, &str)) -> Option<Found<'a>> {
    Some((at, Cow::Owned(parse(text).ok()?)))
}

/// A place in a result, with the value there if it is the JSON of a text.
type Place = (String, Option<Value>);

fn find<'a>(
    mut json: impl Iterator<Item = Found<'a>>,
    fits: impl Fn(&Value) -> bool,
) -> Option<Place> {
    let (at, json) = json.find(|(_, json)| fits(json))?;
    Some(match json {
        Cow::Owned(of_text) => (at, Some(of_text)),
        Cow::Borrowed(_) => (at, None),
    })
}

/// Takes the value from its place.
fn take_at(message: &mut Value, (at, of_text): Place) -> Option<(String, Value)> {
    let pointer = format!("{}{at}", result_pointer(message));
    let value = of_text.or_else(|| message.pointer_mut(&pointer).map(Value::take))?;
    Some((at, value))
}
