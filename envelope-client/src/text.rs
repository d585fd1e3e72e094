//! JSON texts, and texts in messages.

use std::borrow::Cow;

use serde_json::Value;

/// Parses JSON, after the byte order mark that some servers begin with.
pub(crate) fn parse(text: &str) -> serde_json::Result<Value> {
    serde_json::from_str(without_mark(text))
}

/// The text without a byte order mark at its start.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A key as a token of a JSON Pointer, with `/` and `~` escaped, as RFC 6901 requires.
pub(crate) fn pointer_token(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// At most `max_chars` characters of a text. If it is longer, the last of them is an ellipsis.
pub(crate) fn truncate(text: &str, max_chars: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max_chars.saturating_sub(1)) {
        Some((at, last)) if at + last.len_utf8() < text.len() => {
            format!("{}…", text.get(..at).unwrap_or_default()).into()
        }
        _ => text.into(),
    }
}
