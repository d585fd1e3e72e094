//! The case of codes.

use std::borrow::Cow;

use crate::text::all_bytes;

/// Converts a code to `SCREAMING_SNAKE_CASE`: `A` to `Z`, digits and underscores, with no digit or underscore at the start.
///
/// Most codes are literals, which the compiler checks where this is inline.
#[inline(always)]
#[allow(clippy::inline_always, reason = "of a constant, the result has to be a constant")]
pub(crate) fn screaming_snake_case(code: Cow<'static, str>) -> Cow<'static, str> {
    if is_screaming_snake_case(&code) { code } else { convert(&code) }
}

#[cold]
fn convert(code: &str) -> Cow<'static, str> {
    let mut screaming = String::with_capacity(code.len());
    let mut after_lower = false;
    for character in code.chars() {
        let is_kept = character.is_ascii_alphanumeric();
        // Any number of other characters is one underscore.
        if !screaming.ends_with('_') && (!is_kept || character.is_ascii_uppercase() && after_lower)
        {
            screaming.push('_');
        }
        if is_kept {
            screaming.push(character.to_ascii_uppercase());
        }
        after_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
    }
    let trimmed = screaming.trim_matches('_');
    match trimmed.chars().next() {
        None => "UNKNOWN".into(),
        Some(first) if first.is_ascii_digit() => format!("CODE_{trimmed}").into(),
        Some(_) => trimmed.to_owned().into(),
    }
}

/// Whether a code is in `SCREAMING_SNAKE_CASE`.
#[inline(always)]
#[allow(clippy::inline_always, reason = "as above")]
pub(crate) fn is_screaming_snake_case(code: &str) -> bool {
    code.starts_with(|first: char| first.is_ascii_uppercase())
        && !code.ends_with('_')
        && all_bytes(code, |byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::screaming_snake_case;

    #[test]
    fn codes_are_converted() {
        for (code, expected) in [
            ("NOT_FOUND", "NOT_FOUND"),
            ("index-stale", "INDEX_STALE"),
            ("IndexStale", "INDEX_STALE"),
            ("v2Stale", "V2_STALE"),
            ("ü", "UNKNOWN"),
            ("скрипт", "UNKNOWN"),
            ("script не найден 31m", "SCRIPT_31M"),
            ("größe.zu--klein", "GR_E_ZU_KLEIN"),
            ("", "UNKNOWN"),
            ("_", "UNKNOWN"),
            ("__STALE__", "STALE"),
            ("1X", "CODE_1_X"),
        ] {
            assert_eq!(screaming_snake_case(code.into()), expected);
        }
    }
}
