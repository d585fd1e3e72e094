//! The limit on the strings of an error, which must not contain code.

use std::borrow::Cow;

use crate::dialect::merged::Limit;

/// The largest length of a string in an error, in characters. The last character of a truncated string is an ellipsis.
pub const MAX_ERROR_TEXT: usize = 500;

/// Truncates the texts of an error.
#[derive(Clone, Copy)]
pub(super) struct Truncated;

impl Limit for Truncated {
    fn text(self, text: &str) -> Cow<'_, str> {
        truncate(text)
    }

    fn json(self, json: &str) -> Cow<'_, str> {
        truncate_strings(json)
    }
}

/// At most [`MAX_ERROR_TEXT`] characters of a text.
pub(super) fn truncate(text: &str) -> Cow<'_, str> {
    crate::text::truncate(text, MAX_ERROR_TEXT)
}

/// JSON with each of its strings, keys included, truncated. Everything else stays as it is.
fn truncate_strings(json: &str) -> Cow<'_, str> {
    // A short text does not contain a long string.
    if json.len() <= MAX_ERROR_TEXT {
        return json.into();
    }
    let mut truncated = String::with_capacity(json.len());
    let mut rest = json;
    while let Some((before, string)) = rest.split_once('"') {
        let (string, after) = string.split_at(contents_len(string));
        truncated.push_str(before);
        truncated.push('"');
        truncated.push_str(kept(string));
        if kept(string).len() < string.len() {
            truncated.push('…');
        }
        truncated.push('"');
        rest = after.strip_prefix('"').unwrap_or(after);
    }
    truncated.push_str(rest);
    truncated.into()
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
    fn an_escape_is_one_character() {
        for piece in ["\"", "\\", "\n", "\u{1}", "é", "🦀"] {
            let fits = piece.repeat(MAX_ERROR_TEXT);
            assert_eq!(truncated(&json!(fits)), json!(fits), "{piece}");
            let cut = format!("{}…", piece.repeat(MAX_ERROR_TEXT - 1));
            assert_eq!(truncated(&json!(piece.repeat(600))), json!(cut), "{piece}");
        }
        let pairs = format!("\"{}\"", "\\ud83e\\udd80".repeat(600));
        let cut = format!("\"{}…\"", "\\ud83e\\udd80".repeat(MAX_ERROR_TEXT - 1));
        assert_eq!(truncate_strings(&pairs), cut);
    }

    #[test]
    fn what_is_no_string_stays_as_it_is_written() {
        let numbers = format!("[{}1e400,18446744073709551616]", "1.50,".repeat(200));
        assert_eq!(truncate_strings(&numbers), numbers);
    }
}
