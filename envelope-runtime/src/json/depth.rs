//! How many arrays and objects may be inside of each other. Without a limit, a deep value would overflow the stack.

use std::fmt::Display;

use serde::ser::Error;

use super::pretty::string_len;

/// The limit for written data. Each level takes some of the stack, up to a few kilobytes without optimization, and a thread has
/// 2 MiB. Most programs read less than this: `serde_json` 128 levels.
pub(super) const MAX_DEPTH: usize = 512;

/// The limit for the objects and lists of an envelope around a value.
pub(crate) const MAX_ENVELOPE_DEPTH: usize = 16;

/// The limit for a tree of values, whose levels take less: all that is written, the object with the cursor of a page, and an envelope
/// around it.
pub(super) const MAX_TREE_DEPTH: usize = MAX_DEPTH + 1 + MAX_ENVELOPE_DEPTH;

/// The limit for text that is given to another serializer, whose levels can take more.
pub(super) const MAX_TRANSCODED_DEPTH: usize = 256;

#[cold]
pub(super) fn too_deep<E: Error>(max_depth: impl Display) -> E {
    E::custom(format_args!("JSON is nested more than {max_depth} levels deep"))
}

/// Whether JSON text is nested at most so deep.
pub(super) fn is_nested_at_most(json: &str, max_depth: usize) -> bool {
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
