//! The lengths of the texts that come in and go out.

use crate::InspectorError;

/// How many characters the name of a package or a crate may have: the limit of crates.io.
pub const MAX_NAME: usize = 64;

/// How many characters a query may have.
pub const MAX_QUERY: usize = 200;

/// How many characters of a text, a path or a name are sent in a list.
pub const MAX_TEXT: usize = 300;

/// How many characters of a description are sent if one package is shown.
pub const MAX_DESCRIPTION: usize = 2_000;

/// A text of at most this many characters. If it was longer, the last of them is an ellipsis.
pub(crate) fn cut(text: &str, max_chars: usize) -> String {
    if text.chars().nth(max_chars).is_none() {
        return text.to_owned();
    }
    text.chars().take(max_chars.saturating_sub(1)).chain(['…']).collect()
}

/// Refuses a text that is empty or too long.
pub(crate) fn check(field: &'static str, text: &str, max: usize) -> Result<(), InspectorError> {
    if text.trim().is_empty() {
        return Err(InspectorError::Missing { field });
    }
    match text.chars().nth(max) {
        None => Ok(()),
        Some(_) => Err(InspectorError::TooLong { field, max }),
    }
}
