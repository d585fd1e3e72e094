//! Strings of JSON, and their escapes.

use crate::text::{all_bytes, all_of};

/// Appends text as a JSON string.
#[inline(never)]
pub(crate) fn push_string(to: &mut String, text: &str) {
    to.push('"');
    push_contents(to, text);
    to.push('"');
}

/// Appends text as the contents of a JSON string.
pub(crate) fn push_contents(to: &mut String, text: &str) {
    // Most strings need no escapes, and so no loop.
    if is_clean(text) { to.push_str(text) } else { push_pieces(to, text) }
}

/// The length of text as the contents of a JSON string.
pub(crate) fn contents_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_by_number = |byte| byte < 0x20 && !matches!(byte, b'\n' | b'\r' | b'\t' | 0x08 | 0x0c);
    // An escape adds a backslash to the byte, and an escape by number has four more characters.
    bytes.len() + count(bytes, is_dirty) + 4 * count(bytes, is_by_number)
}

/// The number of bytes that are counted together. The count fits in a byte, so the compiler counts sixteen bytes at a time.
const CHUNK: usize = 240;

fn count(bytes: &[u8], is_counted: impl Fn(u8) -> bool) -> usize {
    let chunks = bytes.chunks(CHUNK);
    let counts =
        chunks.map(|chunk| chunk.iter().map(|byte| u8::from(is_counted(*byte))).sum::<u8>());
    counts.map(usize::from).sum()
}

/// Counts how often the first byte is followed by the second.
pub(super) fn count_pairs(bytes: &[u8], [first, second]: [u8; 2]) -> usize {
    let next = bytes.get(1..).unwrap_or_default();
    let chunks = bytes.chunks(CHUNK).zip(next.chunks(CHUNK));
    let counts = chunks.map(|(bytes, next)| {
        let pairs = bytes.iter().zip(next);
        pairs.map(|(&byte, &next)| u8::from(byte == first) & u8::from(next == second)).sum::<u8>()
    });
    counts.map(usize::from).sum()
}

#[inline(never)]
fn push_pieces(to: &mut String, text: &str) {
    let rest = escaped(text, |clean, dirty| {
        push_clean(to, clean);
        push_escape(to, dirty);
    });
    to.push_str(rest);
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

/// Appends text as the contents of a JSON string, and these contents once more as the contents of a string.
#[inline(never)]
pub(super) fn push_contents_twice(json: &mut String, nested: &mut String, text: &str) {
    let rest = escaped(text, |clean, dirty| {
        push_clean(json, clean);
        push_clean(nested, clean);
        push_escape(json, dirty);
        push_escape_nested(nested, dirty);
    });
    json.push_str(rest);
    nested.push_str(rest);
}

/// Whether nothing in a text has to be escaped.
pub(super) fn is_clean(text: &str) -> bool {
    all_bytes(text, |byte| !is_dirty(byte))
}

/// [`is_clean`] for a constant name. If the name is not too long, the compiler computes the result.
#[inline(always)]
#[allow(clippy::inline_always, reason = "the answer for a constant has to be a constant")]
pub(super) fn is_clean_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_clean_word = |word: [u8; 8]| dirty_bytes(u64::from_le_bytes(word)) == 0;
    if bytes.len() > 24 {
        return is_clean(name);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let middle = bytes.get(8..).and_then(|rest| rest.first_chunk());
        return is_clean_word(*first)
            && middle.is_none_or(|middle| is_clean_word(*middle))
            && is_clean_word(*last);
    }
    let byte = |index| bytes.get(index).copied().unwrap_or(b' ');
    is_clean_word([byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), b' '])
}

/// Gives each byte that has to be escaped to a function, after the text before it, which can be written unchanged. Returns the rest.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is a loop around the function")]
fn escaped<'a>(text: &'a str, mut escape: impl FnMut(&'a str, u8)) -> &'a str {
    let (blocks, rest) = text.as_bytes().as_chunks::<16>();
    let mut last = [b' '; 16];
    last.iter_mut().zip(rest).for_each(|(to, byte)| *to = *byte);
    let mut given = 0;
    for (index, block) in blocks.iter().chain([&last]).enumerate() {
        if all_of(block, |byte| !is_dirty(byte)) {
            continue;
        }
        for (half, word) in block.as_chunks::<8>().0.iter().enumerate() {
            let mut dirty = dirty_bytes(u64::from_le_bytes(*word));
            while dirty != 0 {
                let in_word = dirty.trailing_zeros() as usize / 8;
                let at = 16 * index + 8 * half + in_word;
                let clean = if given < at { text.get(given..at) } else { None };
                escape(clean.unwrap_or_default(), word.get(in_word).copied().unwrap_or_default());
                given = at + 1;
                dirty &= dirty - 1;
            }
        }
    }
    text.get(given..).unwrap_or_default()
}

/// Appends the text between two escapes. Even a copy of empty text takes time.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is in the loops over escapes")]
fn push_clean(to: &mut String, clean: &str) {
    if !clean.is_empty() {
        to.push_str(clean);
    }
}

/// Appends the escape of a byte. Short escapes are looked up, since a branch for each of them would often be mispredicted.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as `push_clean` is")]
fn push_escape(to: &mut String, byte: u8) {
    let short = match byte {
        b'"' => '"',
        b'\\' => '\\',
        b'\n' => 'n',
        b'\r' => 'r',
        b'\t' => 't',
        0x08 => 'b',
        0x0c => 'f',
        _ => return to.push_str(CONTROL.get(usize::from(byte)).copied().unwrap_or_default()),
    };
    to.push('\\');
    to.push(short);
}

/// Appends the escape of a byte, escaped once more.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as `push_clean` is")]
fn push_escape_nested(to: &mut String, byte: u8) {
    // After the backslash of an escape, only a quotation mark or another backslash has to be escaped itself.
    to.push('\\');
    if matches!(byte, b'"' | b'\\') {
        to.push_str("\\\\");
        to.push(char::from(byte));
    } else {
        push_escape(to, byte);
    }
}

/// The escapes of control characters. The text is empty if the character has a shorter escape.
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
pub(super) fn dirty_bytes(word: u64) -> u64 {
    const LOW_BITS: u64 = !HIGH_BITS;

    // No sum carries into the next byte, since each byte is below 0x80 before the addition.
    let is_control = !((word & LOW_BITS).wrapping_add(ONES * 0x60) | word);
    let is_equal_to = |byte: u8| {
        let other = word ^ (ONES * u64::from(byte));
        !((other & LOW_BITS).wrapping_add(LOW_BITS) | other)
    };
    (is_control | is_equal_to(b'"') | is_equal_to(b'\\')) & HIGH_BITS
}

/// Whether a byte has to be escaped. With one comparison instead of three, the compiler checks 16 bytes in a few instructions.
fn is_dirty(byte: u8) -> bool {
    // Only a control character is below 0x20, where the upper three bits are zero.
    (byte ^ b'"').min(byte ^ b'\\').min(byte & 0b1110_0000) == 0
}
