//! Predicates on text, and truncation.

pub(crate) use envelope_contracts::format::{is_blank, truncate};

/// Whether all bytes of a text fit. Checks blocks of bytes, which compile to a few instructions; the last block overlaps the block before
/// it.
#[inline]
pub(crate) fn all_bytes(text: impl AsRef<[u8]>, fit: impl Fn(u8) -> bool + Copy) -> bool {
    let bytes = text.as_ref();
    // Without this order and `&`, the compiler splits blocks to share code between the three cases.
    if let Some(last) = bytes.last_chunk::<16>() {
        return all_of(last, fit)
            && bytes.as_chunks::<16>().0.iter().all(|block| all_of(block, fit));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return all_of(first, fit) & all_of(last, fit);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return all_of(first, fit) & all_of(last, fit);
    }
    bytes.iter().all(|&byte| fit(byte))
}

/// Whether all bytes of a block fit.
#[inline(always)]
#[allow(clippy::inline_always, reason = "it is a few instructions, in loops")]
pub(crate) fn all_of<const N: usize>(block: &[u8; N], fit: impl Fn(u8) -> bool) -> bool {
    block.iter().fold(true, |all, &byte| all & fit(byte))
}
