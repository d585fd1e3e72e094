//! Texts in messages.

use std::borrow::Cow;

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
