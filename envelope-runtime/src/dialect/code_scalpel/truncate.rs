//! The limit on the strings of an error, which must not contain code.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::dialect::merged::Limit;

/// The largest length of a string in an error, in characters. The last character of a truncated string is an ellipsis.
pub const MAX_ERROR_TEXT: usize = 500;

/// Truncates the texts of an error.
#[derive(Clone, Copy)]
pub(super) struct Truncated;

impl Limit for Truncated {
    #[inline]
    fn text(self, text: &str) -> Cow<'_, str> {
        truncate(text)
    }

    #[inline]
    fn json(self, json: &str) -> Cow<'_, str> {
        truncate_strings(json)
    }
}

/// At most [`MAX_ERROR_TEXT`] characters of a text.
#[inline]
pub(super) fn truncate(text: &str) -> Cow<'_, str> {
    crate::text::truncate(text, MAX_ERROR_TEXT)
}

/// JSON with each of its strings, keys included, truncated. Everything else stays as it is.
#[inline]
fn truncate_strings(json: &str) -> Cow<'_, str> {
    // A short text does not contain a long string.
    if json.len() <= MAX_ERROR_TEXT { json.into() } else { truncate_long_strings(json).into() }
}

fn truncate_long_strings(json: &str) -> String {
    let mut keys = Keys::of(json);
    let mut truncated = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(string) = JsonString::next(&mut rest) {
        truncated.push_str(string.before);
        truncated.push('"');
        if kept(string.contents) == string.contents {
            truncated.push_str(string.contents);
        } else if string.is_key {
            truncated.push_str(&keys.truncated(string.contents));
        } else {
            truncated.push_str(kept(string.contents));
            truncated.push('…');
        }
        truncated.push('"');
    }
    truncated.push_str(rest);
    truncated
}

/// A string in JSON.
struct JsonString<'a> {
    /// What is before it.
    before: &'a str,
    contents: &'a str,
    is_key: bool,
}

impl<'a> JsonString<'a> {
    /// Takes what comes before the next string, and the string.
    fn next(rest: &mut &'a str) -> Option<Self> {
        let (before, string) = rest.split_once('"')?;
        let (contents, after) = string.split_at(contents_len(string));
        *rest = after.strip_prefix('"').unwrap_or(after);
        Some(Self { before, contents, is_key: rest.trim_start().starts_with(':') })
    }
}

/// The keys that a truncated key must differ from.
struct Keys<'a> {
    taken: BTreeSet<Cow<'a, str>>,
    /// The number in front of the last key that has one.
    last_number: usize,
}

impl<'a> Keys<'a> {
    /// The keys that look like truncated ones.
    fn of(mut json: &'a str) -> Self {
        let mut taken = BTreeSet::new();
        while let Some(string) = JsonString::next(&mut json) {
            if string.is_key && string.contents.ends_with('…') {
                taken.insert(string.contents.into());
            }
        }
        Self { taken, last_number: 1 }
    }

    /// A key that is truncated, and has a number in front if it would be the same as another.
    fn truncated(&mut self, key: &str) -> String {
        let mut truncated = format!("{}…", kept(key));
        while self.taken.contains(truncated.as_str()) {
            self.last_number += 1;
            truncated = format!("{}…", kept(&format!("{}_{key}", self.last_number)));
        }
        self.taken.insert(truncated.clone().into());
        truncated
    }
}

/// The length of a string's contents, up to the closing quote.
fn contents_len(string: &str) -> usize {
    characters(string).find(|(_, c)| c.starts_with('"')).map_or(string.len(), |(at, _)| at)
}

/// The contents to write: all of them, or one character less than the limit.
fn kept(contents: &str) -> &str {
    let mut characters = characters(contents);
    let cut = characters.nth(MAX_ERROR_TEXT - 1).map_or(contents.len(), |(at, _)| at);
    if characters.next().is_none() { contents } else { contents.get(..cut).unwrap_or(contents) }
}

/// The characters of a string's contents as they are written, each with its index. An escape is one character, and so is a
/// pair of escaped surrogates.
fn characters(contents: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = contents.get(at..).filter(|rest| !rest.is_empty())?;
        let is_high = |escape: &str| {
            escape.get(..4).is_some_and(|start| {
                start.eq_ignore_ascii_case("\\ud8")
                    || start.eq_ignore_ascii_case("\\ud9")
                    || start.eq_ignore_ascii_case("\\uda")
                    || start.eq_ignore_ascii_case("\\udb")
            })
        };
        let len = match rest.as_bytes() {
            [b'\\', b'u', ..] if is_high(rest) && rest.get(6..8) == Some("\\u") => 12,
            [b'\\', b'u', ..] => 6,
            [b'\\', ..] => 2,
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        let start = at;
        at += len.min(rest.len());
        Some((start, contents.get(start..at).unwrap_or_default()))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn truncated(value: &Value) -> Value {
        serde_json::from_str(&truncate_strings(&value.to_string())).unwrap()
    }

    #[test]
    fn every_string_is_truncated_at_any_depth() {
        let (fits, long) = ("x".repeat(MAX_ERROR_TEXT), "x".repeat(MAX_ERROR_TEXT + 1));
        let cut = format!("{}…", "x".repeat(MAX_ERROR_TEXT - 1));
        let value = json!({"a": [fits, long, 1, null, {"b": long, long.as_str(): true}]});
        let expected = json!({"a": [fits, cut, 1, null, {"b": cut, cut.as_str(): true}]});
        assert_eq!(truncated(&value), expected);
    }

    #[test]
    fn keys_stay_different() {
        let same = "x".repeat(MAX_ERROR_TEXT - 1);
        let value =
            json!({(format!("{same}12")): 1, (format!("{same}34")): 2, (format!("{same}…")): 3});
        let expected = json!({
            (format!("2_{}…", &same[2..])): 1,
            (format!("3_{}…", &same[2..])): 2,
            (format!("{same}…")): 3,
        });
        assert_eq!(truncated(&value), expected);
    }

    #[test]
    fn a_value_that_looks_like_a_truncated_key_is_none() {
        let same = "x".repeat(MAX_ERROR_TEXT - 1);
        let value = json!({(format!("{same}12")): format!("{same}…")});
        assert_eq!(truncated(&value), json!({(format!("{same}…")): format!("{same}…")}));
    }

    #[test]
    fn an_escape_is_one_character() {
        for piece in ["\"", "\\", "\n", "\u{1}", "é", "🦀"] {
            let fits = piece.repeat(MAX_ERROR_TEXT);
            assert_eq!(truncated(&json!(fits)), json!(fits), "{piece}");
            let cut = format!("{}…", piece.repeat(MAX_ERROR_TEXT - 1));
            assert_eq!(truncated(&json!(piece.repeat(600))), json!(cut), "{piece}");
        }
        for pair in
            ["\\ud83e\\udd80", "\\uD93E\\uDD80", "\\udafe\\udfff", "\\uDBFF\\uDFFF", "\\u00e9"]
        {
            let long = format!("\"{}\"", pair.repeat(600));
            let cut = format!("\"{}…\"", pair.repeat(MAX_ERROR_TEXT - 1));
            assert_eq!(truncate_strings(&long), cut);
        }
    }

    #[test]
    fn what_is_no_string_stays_as_it_is_written() {
        let numbers = format!("[{}1e400,18446744073709551616]", "1.50,".repeat(200));
        assert_eq!(truncate_strings(&numbers), numbers);
    }
}
