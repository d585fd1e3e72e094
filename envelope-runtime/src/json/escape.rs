//! Strings of JSON: what has to be escaped in them, and how.

use crate::text::{all_bytes, all_of};

/// Appends text as a JSON string.
#[inline(never)]
pub(super) fn push_string(to: &mut String, text: &str) {
    to.push('"');
    push_contents(to, text);
    to.push('"');
}

/// Appends text as a JSON string whose first quotation mark is there already.
#[inline(never)]
pub(super) fn push_end_of_string(to: &mut String, text: &str) {
    push_contents(to, text);
    to.push('"');
}

/// Appends text as the contents of a JSON string.
#[inline]
pub(super) fn push_contents(to: &mut String, text: &str) {
    // Most strings are clean: they need no loop.
    if is_clean(text) { to.push_str(text) } else { push_pieces(to, text) }
}

#[inline(never)]
fn push_pieces(to: &mut String, text: &str) {
    for_each_piece(text, |clean, dirty| {
        to.push_str(clean);
        if let Some(byte) = dirty {
            push_escape(to, byte);
        }
    });
}

/// Appends text as a JSON string, and the same string once more as the contents of a string.
#[inline(never)]
pub(super) fn push_string_twice(json: &mut String, nested: &mut String, text: &str) {
    json.push('"');
    nested.push_str("\\\"");
    if is_clean(text) {
        json.push_str(text);
        nested.push_str(text);
    } else {
        push_contents_twice(json, nested, text);
    }
    json.push('"');
    nested.push_str("\\\"");
}

/// Appends text as the contents of a JSON string, and those once more as the contents of a string.
#[inline(never)]
pub(super) fn push_contents_twice(json: &mut String, nested: &mut String, text: &str) {
    for_each_piece(text, |clean, dirty| {
        json.push_str(clean);
        nested.push_str(clean);
        if let Some(byte) = dirty {
            push_escape(json, byte);
            // An escape is a backslash and then, but for these two, nothing that is escaped itself.
            nested.push('\\');
            match byte {
                b'"' => nested.push_str("\\\\\""),
                b'\\' => nested.push_str("\\\\\\"),
                _ => push_escape(nested, byte),
            }
        }
    });
}

/// Whether nothing in a text has to be escaped. Of a constant, the compiler knows it.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the answer for a constant has to be a constant")]
pub(super) fn is_clean(text: &str) -> bool {
    all_bytes(text, |byte| !is_dirty(byte))
}

/// The same for a name that is a constant, without a loop, which the compiler would take long to resolve. A long name is looked at when it is
/// written.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as `is_clean` is")]
pub(super) fn is_clean_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_clean = |word: [u8; 8]| dirty_bytes(u64::from_le_bytes(word)) == 0;
    if bytes.len() > 24 {
        return is_clean_long(name);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let middle = bytes.get(8..).and_then(|rest| rest.first_chunk());
        return is_clean(*first)
            && middle.is_none_or(|middle| is_clean(*middle))
            && is_clean(*last);
    }
    let byte = |index| bytes.get(index).copied().unwrap_or(b' ');
    is_clean([byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), b' '])
}

#[inline(never)]
fn is_clean_long(name: &str) -> bool {
    is_clean(name)
}

/// Gives what can be written as it is, each time with the byte after it that has to be escaped.
#[inline(always)]
#[allow(clippy::inline_always, reason = "each caller is a loop of its own")]
fn for_each_piece(text: &str, mut piece: impl FnMut(&str, Option<u8>)) {
    let bytes = text.as_bytes();
    let mut given = 0;
    let mut give = |at: usize, byte| {
        piece(text.get(given..at).unwrap_or_default(), byte);
        given = at + 1;
    };
    let mut at = 0;
    while let Some(block) = bytes.get(at..).and_then(|rest| rest.first_chunk::<16>()) {
        if !all_of(block, |byte| !is_dirty(byte)) {
            for (offset, word) in [0, 8].into_iter().zip(block.as_chunks().0) {
                let mut dirty = dirty_bytes(u64::from_le_bytes(*word));
                while dirty != 0 {
                    let index = at + offset + (dirty.trailing_zeros() / 8) as usize;
                    give(index, bytes.get(index).copied());
                    dirty &= dirty - 1;
                }
            }
        }
        at += block.len();
    }
    for (index, &byte) in bytes.iter().enumerate().skip(at) {
        if is_dirty(byte) {
            give(index, Some(byte));
        }
    }
    give(bytes.len(), None);
}

/// Appends the escape of a byte.
#[inline]
fn push_escape(to: &mut String, byte: u8) {
    // Of these, the compiler knows the length.
    let escape = match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        b'\n' => "\\n",
        b'\r' => "\\r",
        b'\t' => "\\t",
        0x08 => "\\b",
        0x0c => "\\f",
        _ => return to.push_str(CONTROL.get(usize::from(byte)).copied().unwrap_or_default()),
    };
    to.push_str(escape);
}

/// The escapes of control characters, with empty text where there is a shorter one.
#[rustfmt::skip]
const CONTROL: [&str; 32] = [
    "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007",
    "", "", "", "\\u000b", "", "", "\\u000e", "\\u000f",
    "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017",
    "\\u0018", "\\u0019", "\\u001a", "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f",
];

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that has to be escaped.
#[inline]
fn dirty_bytes(word: u64) -> u64 {
    const LOW_BITS: u64 = !HIGH_BITS;

    // No sum reaches the next byte: its bytes are below 0x80.
    let is_control = !((word & LOW_BITS).wrapping_add(ONES * 0x60) | word);
    let is_equal_to = |byte: u8| {
        let other = word ^ (ONES * u64::from(byte));
        !((other & LOW_BITS).wrapping_add(LOW_BITS) | other)
    };
    (is_control | is_equal_to(b'"') | is_equal_to(b'\\')) & HIGH_BITS
}

/// Whether a byte has to be escaped.
const fn is_dirty(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}
