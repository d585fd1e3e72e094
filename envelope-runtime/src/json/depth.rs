//! The limits for nested arrays and objects. Without a limit, a deep value would overflow the stack.

use std::fmt::Display;

use serde::ser::Error;

use super::pretty::string_len;

/// The limit for a written value. Most parsers, like `serde_json`, read 128 levels, and a message adds some levels around the value.
pub(crate) const MAX_DEPTH: usize = 120;

/// The limit for the objects and lists of an envelope around a value.
pub(crate) const MAX_ENVELOPE_DEPTH: usize = 16;

/// The limit for an envelope with its data: `serde_json` reads it with the two levels of a JSON-RPC message around it.
pub(crate) const MAX_SENT_DEPTH: usize = 125;

/// The limit for text that is read: a value, the object with the cursor of a page, and an envelope around both. A text that is given to
/// `Envelope::from_parts` can be deeper, and then cannot be read.
pub(super) const MAX_READ_DEPTH: usize = MAX_DEPTH + 1 + MAX_ENVELOPE_DEPTH;

#[cold]
pub(crate) fn too_deep<E: Error>(max_depth: impl Display) -> E {
    E::custom(format_args!("JSON is nested more than {max_depth} levels deep"))
}

/// Whether JSON text is nested at most `max_depth` levels deep.
pub(crate) fn is_nested_at_most(json: &str, max_depth: usize) -> bool {
    let mut depth = 0;
    let mut rest = json;
    while let Some(at) =
        rest.bytes().position(|byte| matches!(byte, b'"' | b'[' | b']' | b'{' | b'}'))
    {
        let (_, from) = rest.split_at(at);
        let mut len = 1;
        match from.as_bytes() {
            [b'"', ..] => len = string_len(from),
            [b'[' | b'{', ..] if depth == max_depth => return false,
            [b'[' | b'{', ..] => depth += 1,
            _ => depth = depth.saturating_sub(1),
        }
        rest = from.get(len..).unwrap_or_default();
    }
    true
}
