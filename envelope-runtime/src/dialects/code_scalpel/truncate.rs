//! Truncates the strings of an error, since an error must not contain source code.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::dialects::merged::Limit;
use crate::json::{push_string, string_len};

/// The largest length of a string in an error, in characters. The last character of a truncated string is an ellipsis.
pub const MAX_ERROR_TEXT: usize = 500;

/// Truncates the texts of an error.
pub(super) const TRUNCATED: Limit = Limit { text: truncate, json: truncate_strings, key: truncate };

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

#[inline]
fn truncate_long_strings(json: &str) -> String {
    let mut keys = Keys::of(json);
    let mut truncated = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(string) = JsonString::next(&mut rest) {
        truncated.push_str(string.before);
        let text = string.text();
        match truncate(&text) {
            Cow::Borrowed(_) => truncated.push_str(string.json),
            Cow::Owned(_) if string.is_key => push_string(&mut truncated, &keys.truncated(&text)),
            Cow::Owned(text) => push_string(&mut truncated, &text),
        }
    }
    truncated.push_str(rest);
    truncated
}

/// A string in JSON.
struct JsonString<'a> {
    /// The JSON before it.
    before: &'a str,
    /// The string, with its quotation marks.
    json: &'a str,
    is_key: bool,
}

impl<'a> JsonString<'a> {
    /// Takes the next string, and the JSON before it.
    #[inline]
    fn next(rest: &mut &'a str) -> Option<Self> {
        let (before, from) = rest.split_at(rest.find('"')?);
        let (json, after) = from.split_at(string_len(from));
        *rest = after;
        Some(Self { before, json, is_key: after.trim_start().starts_with(':') })
    }

    /// The text of the string. A string with half of a surrogate pair, which only raw JSON can contain, stays as it is written.
    #[inline]
    fn text(&self) -> Cow<'a, str> {
        // Only a text without escapes can be borrowed.
        let text = serde_json::from_str(self.json).map(Cow::Borrowed);
        let text = text.or_else(|_| serde_json::from_str(self.json).map(Cow::Owned));
        text.unwrap_or_else(|_| self.json.trim_matches('"').into())
    }
}

/// The keys that a truncated key must differ from.
struct Keys {
    taken: HashSet<String>,
    /// The number in front of the last numbered key.
    last_number: usize,
}

impl Keys {
    /// The keys that end in an ellipsis.
    #[inline]
    fn of(mut json: &str) -> Self {
        let mut taken = HashSet::new();
        while let Some(string) = JsonString::next(&mut json) {
            let text = string.text();
            if string.is_key && text.ends_with('…') {
                taken.insert(text.into_owned());
            }
        }
        Self { taken, last_number: 1 }
    }

    /// The truncated key, with a number in front if the key is already taken.
    #[inline]
    fn truncated(&mut self, key: &str) -> String {
        let mut truncated = truncate(key).into_owned();
        while !self.taken.insert(truncated.clone()) {
            self.last_number += 1;
            truncated = truncate(&format!("{}_{key}", self.last_number)).into_owned();
        }
        truncated
    }
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
            let text = |times| format!("\"{}\"", pair.repeat(times));
            let cut: String = serde_json::from_str(&text(MAX_ERROR_TEXT - 1)).unwrap();
            assert_eq!(truncate_strings(&text(MAX_ERROR_TEXT)), text(MAX_ERROR_TEXT));
            let truncated: String = serde_json::from_str(&truncate_strings(&text(600))).unwrap();
            assert_eq!(truncated, format!("{cut}…"));
        }
    }

    /// Raw JSON can contain half of a surrogate pair, and a `String` cannot.
    #[test]
    fn half_of_a_surrogate_pair_is_truncated_as_it_is_written() {
        let json = truncate_strings(&format!("\"{}\"", "\\ud800".repeat(600))).into_owned();
        let text: String = serde_json::from_str(&json).unwrap();
        assert_eq!(text.chars().count(), MAX_ERROR_TEXT);
        assert!(text.starts_with("\\ud800\\ud800"), "{text}");
    }

    #[test]
    fn what_is_no_string_stays_as_it_is_written() {
        let numbers = format!("[{}1e400,18446744073709551616]", "1.50,".repeat(200));
        assert_eq!(truncate_strings(&numbers), numbers);
    }
}
