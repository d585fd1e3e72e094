//! Strings of JSON: what has to be escaped in them, and how.

use crate::text::all_bytes;

/// Appends text as a JSON string.
#[inline(never)]
pub(super) fn push_string(to: &mut String, text: &str) {
    to.push('"');
    // Most strings are clean: they need no loop.
    if is_clean(text) {
        to.push_str(text);
    } else {
        push_contents(to, text);
    }
    to.push('"');
}

/// Appends text as the contents of a JSON string.
#[inline(never)]
pub(super) fn push_contents(to: &mut String, text: &str) {
    for_each_piece(text, |clean, escaped| {
        to.push_str(clean);
        if let Some(escape) = escaped {
            to.push_str(escape);
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
    for_each_piece(text, |clean, escape| {
        json.push_str(clean);
        nested.push_str(clean);
        if let Some(escape) = escape {
            json.push_str(escape);
            // An escape is a backslash and then, but for these two, nothing that is escaped itself.
            nested.push('\\');
            match escape {
                "\\\"" => nested.push_str("\\\\\""),
                "\\\\" => nested.push_str("\\\\\\"),
                other => nested.push_str(other),
            }
        }
    });
}

/// Whether nothing in a text has to be escaped. Of a constant, the compiler knows it.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the answer for a constant has to be a constant")]
pub(super) fn is_clean(text: &str) -> bool {
    all_bytes(text, |byte| byte >= 0x20 && byte != b'"' && byte != b'\\')
}

/// Gives what can be written as it is, each time with the escape that follows it.
#[inline(always)]
#[allow(clippy::inline_always, reason = "each caller is a loop of its own")]
fn for_each_piece(text: &str, mut piece: impl FnMut(&str, Option<&'static str>)) {
    let mut rest = text;
    loop {
        let Some((clean, dirty)) = rest.split_at_checked(clean_len(rest.as_bytes())) else {
            return;
        };
        let Some(&byte) = dirty.as_bytes().first() else {
            piece(clean, None);
            return;
        };
        piece(clean, Some(escape(byte)));
        rest = dirty.get(1..).unwrap_or_default();
    }
}

/// The escape of a byte that must not be in a string as it is.
fn escape(byte: u8) -> &'static str {
    #[rustfmt::skip]
    const CONTROL: [&str; 32] = [
        "\\u0000", "\\u0001", "\\u0002", "\\u0003", "\\u0004", "\\u0005", "\\u0006", "\\u0007",
        "\\b", "\\t", "\\n", "\\u000b", "\\f", "\\r", "\\u000e", "\\u000f",
        "\\u0010", "\\u0011", "\\u0012", "\\u0013", "\\u0014", "\\u0015", "\\u0016", "\\u0017",
        "\\u0018", "\\u0019", "\\u001a", "\\u001b", "\\u001c", "\\u001d", "\\u001e", "\\u001f",
    ];
    match byte {
        b'"' => "\\\"",
        b'\\' => "\\\\",
        control => CONTROL.get(usize::from(control)).copied().unwrap_or_default(),
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

/// The high bit of each byte that has to be escaped. Above the lowest such byte there may be bits too many.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is a handful of instructions")]
fn dirty_bytes(word: u64) -> u64 {
    let less_than = |word: u64, bound: u8| word.wrapping_sub(ONES * u64::from(bound)) & !word;
    let equal_to = |byte: u8| less_than(word ^ (ONES * u64::from(byte)), 1);
    (less_than(word, 0x20) | equal_to(b'"') | equal_to(b'\\')) & HIGH_BITS
}

/// How many bytes from the start need no escape.
#[inline(always)]
#[allow(clippy::inline_always, reason = "of a constant, the result has to be a constant")]
fn clean_len(bytes: &[u8]) -> usize {
    let mut clean = 0;
    while let Some(chunk) = bytes.get(clean..).and_then(|rest| rest.first_chunk::<8>()) {
        let dirty = dirty_bytes(u64::from_le_bytes(*chunk));
        if dirty != 0 {
            return clean + first_byte(dirty);
        }
        clean += 8;
    }
    let tail = bytes.get(clean..).unwrap_or_default();
    let Some(word) = tail_word(tail) else { return clean };
    let dirty = dirty_bytes(word) & !(u64::MAX << (8 * tail.len()));
    clean + if dirty == 0 { tail.len() } else { first_byte(dirty) }
}

fn first_byte(dirty: u64) -> usize {
    (dirty.trailing_zeros() / 8) as usize
}

/// Up to seven bytes as one word, read as two halves that overlap, or as three bytes. There is none for no bytes.
#[inline(always)]
#[allow(clippy::inline_always, reason = "of a constant, the result has to be a constant")]
fn tail_word(tail: &[u8]) -> Option<u64> {
    let len = tail.len();
    if let (Some(first), Some(last)) = (tail.first_chunk::<4>(), tail.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return Some(u64::from(first) | (u64::from(last) << (8 * (len - 4))));
    }
    let (first, middle, last) = (tail.first()?, tail.get(len / 2)?, tail.last()?);
    Some(
        u64::from(*first)
            | (u64::from(*middle) << (8 * (len / 2)))
            | (u64::from(*last) << (8 * (len - 1))),
    )
}
