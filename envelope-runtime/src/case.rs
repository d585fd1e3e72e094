//! The case of codes.

use std::borrow::Cow;

/// Converts a code to `SCREAMING_SNAKE_CASE`: `A` to `Z`, digits and underscores, with no digit or underscore at the start.
pub(crate) fn screaming_snake_case(code: Cow<'static, str>) -> Cow<'static, str> {
    if is_screaming_snake_case(&code) {
        return code;
    }
    let mut screaming = String::with_capacity(code.len());
    let mut after_lower = false;
    for character in code.chars() {
        if character.is_ascii_uppercase() && after_lower {
            screaming.push('_');
        }
        after_lower = character.is_ascii_lowercase() || character.is_ascii_digit();
        let upper = character.to_ascii_uppercase();
        screaming.push(if upper.is_ascii_alphanumeric() { upper } else { '_' });
    }
    let trimmed = screaming.trim_matches('_');
    match trimmed.chars().next() {
        None => "UNKNOWN".into(),
        Some(first) if first.is_ascii_digit() => format!("CODE_{trimmed}").into(),
        Some(_) if trimmed.len() == screaming.len() => screaming.into(),
        Some(_) => trimmed.to_owned().into(),
    }
}

/// Whether a code is in `SCREAMING_SNAKE_CASE`.
pub(crate) fn is_screaming_snake_case(code: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    code.starts_with(|first: char| first.is_ascii_uppercase())
        && !code.ends_with('_')
        && code.bytes().all(fits)
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
            ("", "UNKNOWN"),
            ("_", "UNKNOWN"),
            ("__STALE__", "STALE"),
            ("1X", "CODE_1_X"),
        ] {
            assert_eq!(screaming_snake_case(code.into()), expected);
        }
    }
}
