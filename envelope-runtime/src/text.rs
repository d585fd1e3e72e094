//! Text of a limited length.

use std::borrow::Cow;

/// At most `max_chars` characters of a text. If it is longer, the last of them is an ellipsis.
pub(crate) fn truncate(text: &str, max_chars: usize) -> Cow<'_, str> {
    if text.len() <= max_chars || text.chars().nth(max_chars).is_none() {
        return Cow::Borrowed(text);
    }
    let kept = text.chars().take(max_chars.saturating_sub(1));
    Cow::Owned(kept.chain(['…']).collect())
}
