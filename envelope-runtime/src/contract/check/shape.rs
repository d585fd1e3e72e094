//! What a value can be: its kind, or the format of its text.

use crate::case::is_screaming_snake_case;
use crate::json::Document;
use crate::text::{all_bytes, is_blank, is_digits};
use crate::time::is_iso_8601;

pub(crate) fn anything(_: &Document<'_>) -> bool {
    true
}

pub(crate) fn boolean(value: &Document<'_>) -> bool {
    matches!(value, Document::Bool(_))
}

pub(crate) fn object(value: &Document<'_>) -> bool {
    matches!(value, Document::Object(_))
}

pub(crate) fn array(value: &Document<'_>) -> bool {
    matches!(value, Document::Array(_))
}

pub(crate) fn string(value: &Document<'_>) -> bool {
    value.as_str().is_some()
}

pub(crate) fn strings(value: &Document<'_>) -> bool {
    matches!(value, Document::Array(items) if items.iter().all(string))
}

pub(crate) fn object_of_strings(value: &Document<'_>) -> bool {
    matches!(value, Document::Object(entries) if entries.iter().all(|(_, value)| string(value)))
}

/// A string with something in it to read.
pub(crate) fn text(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(|text| !is_blank(text))
}

/// A number that is not negative, such as a duration.
pub(crate) fn amount(value: &Document<'_>) -> bool {
    matches!(value, Document::Number(number) if number.as_f64().is_some_and(|number| number >= 0.0))
}

/// A whole number that is not negative. `3.0` is one, as in a JSON Schema.
pub(crate) fn count(value: &Document<'_>) -> bool {
    let is_whole = |number: f64| number >= 0.0 && number.fract() == 0.0;
    matches!(value, Document::Number(number) if number.as_f64().is_some_and(is_whole))
}

/// `SCREAMING_SNAKE_CASE`.
pub(crate) fn code(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(is_screaming_snake_case)
}

/// A semantic version, such as `1.0.0` or `1.0.0-rc.1+build.5`.
pub(crate) fn semantic_version(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(is_semantic_version)
}

/// An ISO 8601 time, such as `2025-12-04T12:00:00Z`.
pub(crate) fn time(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(is_iso_8601)
}

/// An ISO 8601 time in UTC.
pub(crate) fn utc_time(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(|text| {
        is_iso_8601(text) && ["Z", "+00:00", "+0000", "+00"].iter().any(|utc| text.ends_with(utc))
    })
}

/// A relative path: without a root, and without the letter of a drive.
pub(crate) fn relative_path(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(is_relative_path)
}

/// See [`relative_path`].
pub(crate) fn is_relative_path(path: &str) -> bool {
    let has_drive = path.as_bytes().get(1) == Some(&b':')
        && path.starts_with(|first: char| first.is_ascii_alphabetic());
    !is_blank(path) && !path.starts_with(['/', '\\']) && !has_drive
}

/// Base64 with the standard alphabet and padding.
pub(crate) fn base64(value: &Document<'_>) -> bool {
    value.as_str().is_some_and(|text| {
        let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
        text.len().is_multiple_of(4)
            && all_bytes(digits, |byte| {
                byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/'
            })
    })
}

/// A URI: a scheme, and something after it.
pub(crate) fn uri(value: &Document<'_>) -> bool {
    let Some((scheme, rest)) = value.as_str().and_then(|uri| uri.split_once(':')) else {
        return false;
    };
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
        && !rest.is_empty()
        && !rest.contains(|character: char| character.is_whitespace() || character.is_control())
}

/// See [`semantic_version`].
pub(crate) fn is_semantic_version(text: &str) -> bool {
    let (text, build) = split(text, '+');
    let (core, prerelease) = split(text, '-');
    core.split('.').count() == 3
        && core.split('.').all(|number| is_digits(number) && !has_leading_zero(number))
        && prerelease.is_none_or(|part| {
            identifiers(part, |identifier| !is_digits(identifier) || !has_leading_zero(identifier))
        })
        && build.is_none_or(|part| identifiers(part, |_| true))
}

fn split(text: &str, at: char) -> (&str, Option<&str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn identifiers(part: &str, fits: impl Fn(&str) -> bool) -> bool {
    part.split('.').all(|identifier| {
        !identifier.is_empty()
            && identifier.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && fits(identifier)
    })
}

fn has_leading_zero(number: &str) -> bool {
    number.len() > 1 && number.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: fn(&Document<'_>) -> bool, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!(shape(&Document::String((*text).into())), "{text}");
        }
        for text in bad {
            assert!(!shape(&Document::String((*text).into())), "{text}");
        }
        for other in [Document::Null, Document::Bool(true), Document::Array(vec![])] {
            assert!(!shape(&other), "{other:?}");
        }
    }

    #[test]
    fn semantic_versions() {
        check(
            semantic_version,
            &[
                "0.0.0",
                "1.20.3",
                "1.0.0-alpha.1",
                "1.0.0-0a",
                "1.0.0--",
                "1.0.0+007",
                "1.0.0-rc.1+b-5.x",
            ],
            &[
                "",
                "1",
                "1.0",
                "1.0.0.0",
                "v1.0.0",
                "01.0.0",
                "1.0.0-",
                "1.0.0-01",
                "1.0.0+",
                "1.0.0-a..b",
                "1.0.0 ",
                "1.0.0-ü",
            ],
        );
    }

    #[test]
    fn times() {
        check(
            time,
            &[
                "2025-12-04T12:00:00Z",
                "2025-12-04T12:00",
                "2025-12-04T12:00:00",
                "2025-12-04T23:59:60.123456+05:30",
                "2025-12-04T12:00:00,5-0800",
                "2025-12-04T12:00:00+01",
                "2024-02-29T00:00:00Z",
                "2000-02-29T00:00:00Z",
            ],
            &[
                "",
                "2025-12-04",
                "12:00:00Z",
                "2025-12-04 12:00:00Z",
                "2025-12-04T12",
                "2025-12-04T12:00.5Z",
                "2025-12-04T12:00:00.Z",
                "2025-13-04T12:00:00Z",
                "2025-00-04T12:00:00Z",
                "2025-12-00T12:00:00Z",
                "2025-12-32T12:00:00Z",
                "2025-02-29T00:00:00Z",
                "1900-02-29T00:00:00Z",
                "2025-12-04T24:00:00Z",
                "2025-12-04T12:60:00Z",
                "2025-12-04T12:00:00ZZ",
                "2025-12-04T12:00:00+1",
                "2025-12-04T12:00:00+25:00",
                "2025-12-04T12:00:00+01:",
                "2025-12-04T12:00:00+é1",
                "+025-12-04T12:00:00Z",
                "Thu, 04 Dec 2025 12:00:00 GMT",
                "1764849600",
            ],
        );
        check(
            utc_time,
            &["2026-01-02T13:57:00Z", "2026-01-02T13:57:00.5+00:00", "2026-01-02T13:57:00+0000"],
            &["2026-01-02T13:57:00", "2026-01-02T13:57:00+01:00", "2026-01-02T13:57:00-00:30"],
        );
    }

    #[test]
    fn paths_base64_and_uris() {
        check(
            relative_path,
            &[".bot/a.md", "a", "a\\b.ps1", "../a", "ab:c"],
            &["", " ", "/a", "\\a", "\\\\host\\a", "C:\\a", "c:/a", "C:a"],
        );
        check(
            base64,
            &["", "Zg==", "Zm8=", "Zm9v", "+/+/"],
            &["Zg", "Zg=", "Z===", "=Zm9", "Zm 9", "Zm9_"],
        );
        check(
            uri,
            &["file:///a", "urn:x:y", "https://a/b?c", "a+b-c.d:e"],
            &["", "a", ":a", "1a:b", "a:", "a b:c", "a: b"],
        );
    }

    #[test]
    fn numbers() {
        let number = |json: &str| Document::Number(json.parse().unwrap());
        for (json, is_amount, is_count) in [
            ("0", true, true),
            ("3", true, true),
            ("3.0", true, true),
            ("1e300", true, true),
            ("18446744073709551615", true, true),
            ("1.5", true, false),
            ("-1", false, false),
            ("-0.5", false, false),
        ] {
            assert_eq!(amount(&number(json)), is_amount, "{json}");
            assert_eq!(count(&number(json)), is_count, "{json}");
        }
    }
}
