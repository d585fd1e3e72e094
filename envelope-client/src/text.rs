//! JSON texts.

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
