//! Finds the value that a JSON Pointer names in the text of an envelope.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::value::RawValue;

/// Where the value is, in bytes. Of a value that is missing, it is where the value around it is.
pub fn locate(text: &str, pointer: &str) -> Range<usize> {
    let mut value = text.trim();
    for token in pointer.split('/').skip(1) {
        match child(value, &token.replace("~1", "/").replace("~0", "~")) {
            Some(child) => value = child,
            None => break,
        }
    }
    // `value` is a part of `text`.
    let start = value.as_ptr() as usize - text.as_ptr() as usize;
    start..start + value.len()
}

fn child<'a>(value: &'a str, token: &str) -> Option<&'a str> {
    let raw = if value.starts_with('{') {
        // A key that is there twice has its later value, as for the checker.
        let object: BTreeMap<String, &RawValue> = serde_json::from_str(value).ok()?;
        object.get(token).copied()
    } else {
        let items: Vec<&RawValue> = serde_json::from_str(value).ok()?;
        items.get(token.parse::<usize>().ok()?).copied()
    };
    raw.map(RawValue::get)
}
