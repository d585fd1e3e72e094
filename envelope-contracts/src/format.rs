//! The formats of strings, each with its function and with the same as a pattern of JSON Schema.

use crate::time::{self, is_digits};

/// A format of strings.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The format in a sentence, after "is".
    pub is: &'static str,
    /// Whether a string has the format.
    pub fits: fn(&str) -> bool,
    /// The pattern in a schema. It accepts the same strings, except for dates that are not in the calendar.
    pub pattern: &'static str,
}

/// Text that is not blank.
pub static TEXT: Format =
    Format { is: "text that is not blank", fits: |text| !is_blank(text), pattern: r"\S" };

/// A code in `SCREAMING_SNAKE_CASE`.
pub static CODE: Format = Format {
    is: "in SCREAMING_SNAKE_CASE",
    fits: is_screaming_snake_case,
    pattern: "^[A-Z]([A-Z0-9_]*[A-Z0-9])?$",
};

/// The request id of response-v2.
pub static REQUEST_ID: Format = Format {
    is: "an id of letters, digits, `_` and `-`",
    fits: |id| !id.is_empty() && id.bytes().all(is_request_id_byte),
    pattern: "^[A-Za-z0-9_-]+$",
};

/// A relative path: without a root, and without the letter of a drive.
pub static RELATIVE_PATH: Format = Format {
    is: "a relative path",
    fits: is_relative_path,
    pattern: r"^([^/\\A-Za-z\s]|\s+\S|[A-Za-z]([^:]|$))",
};

/// A semantic version, as <https://semver.org> defines it.
pub static SEMANTIC_VERSION: Format = Format {
    is: "a semantic version",
    fits: is_semantic_version,
    pattern: concat!(
        r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)",
        r"(-(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?",
        r"(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?$",
    ),
};

/// An ISO 8601 time.
pub static TIME: Format = Format {
    is: "an ISO 8601 time",
    fits: time::is_iso_8601,
    pattern: concat!(
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]",
        r"(:([0-5][0-9]|60)([.,][0-9]+)?)?(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?$",
    ),
};

/// An ISO 8601 time, or a date alone, which some servers send.
pub static TIME_OR_DATE: Format = Format {
    is: "an ISO 8601 time",
    fits: |text| time::is_iso_8601(text) || time::is_iso_8601_date(text),
    pattern: concat!(
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9]",
        r"(:([0-5][0-9]|60)([.,][0-9]+)?)?(Z|[+-]([01][0-9]|2[0-3])(:?[0-5][0-9])?)?)?$",
    ),
};

/// An ISO 8601 time in UTC.
pub static UTC_TIME: Format = Format {
    is: "an ISO 8601 time in UTC",
    fits: |text| {
        time::is_iso_8601(text)
            && ["Z", "+00:00", "+0000", "+00"].iter().any(|utc| text.ends_with(utc))
    },
    pattern: concat!(
        "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]",
        r"(:([0-5][0-9]|60)([.,][0-9]+)?)?(Z|\+00(:?00)?)$",
    ),
};

/// Base64 with the standard alphabet and padding.
pub static BASE64: Format = Format {
    is: "base64",
    fits: is_base64,
    pattern: "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$",
};

/// A URI, as RFC 3986 defines its characters.
pub static URI: Format = Format {
    is: "a URI",
    fits: is_uri,
    pattern: "^[A-Za-z][A-Za-z0-9+.-]+:[!#-;=?-\\[\\]_a-z~]+$",
};

/// A URI, or the end of one, as RFC 3986 defines its characters.
pub static URI_REFERENCE: Format = Format {
    is: "a URI reference",
    fits: |text| text.bytes().all(is_uri_byte),
    pattern: "^[!#-;=?-\\[\\]_a-z~]*$",
};

/// Whether a text is empty, or white space alone.
#[inline]
pub fn is_blank(text: &str) -> bool {
    // The first byte answers for nearly every text.
    !text.as_bytes().first().is_some_and(u8::is_ascii_graphic) && text.trim().is_empty()
}

/// Whether a code is in `SCREAMING_SNAKE_CASE`.
pub fn is_screaming_snake_case(code: &str) -> bool {
    code.starts_with(|first: char| first.is_ascii_uppercase())
        && !code.ends_with('_')
        && code.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
}

/// Converts a code to `SCREAMING_SNAKE_CASE`: `A` to `Z`, digits and underscores, with a letter at the start.
pub fn to_screaming_snake_case(code: &str) -> String {
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
        None => "UNKNOWN".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("CODE_{trimmed}"),
        Some(_) => trimmed.to_owned(),
    }
}

/// Whether a request id of response-v2 can contain a byte.
pub const fn is_request_id_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Whether a path is relative: not blank, without a root, and without the letter of a drive.
pub fn is_relative_path(path: &str) -> bool {
    let has_drive = path.as_bytes().get(1) == Some(&b':')
        && path.starts_with(|first: char| first.is_ascii_alphabetic());
    !is_blank(path) && !path.starts_with(['/', '\\']) && !has_drive
}

/// A relative path with forward slashes. `None` if it is another one: blank, absolute, or with `..`, which can lead anywhere.
pub fn relative_path(path: &str) -> Option<String> {
    let path = path.replace('\\', "/");
    (is_relative_path(&path) && path.split('/').all(|part| part != "..")).then_some(path)
}

/// Whether a text is a semantic version, such as `1.0.0` or `1.0.0-rc.1+build.5`.
pub fn is_semantic_version(version: &str) -> bool {
    let split = |text, at| match str::split_once(text, at) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    };
    let (version, build) = split(version, '+');
    let (core, prerelease) = split(version, '-');
    let is_number = |text: &str| is_digits(text) && (text == "0" || !text.starts_with('0'));
    let is_identifier = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let is_prerelease = |text: &str| is_identifier(text) && (!is_digits(text) || is_number(text));
    core.split('.').count() == 3
        && core.split('.').all(is_number)
        && prerelease.is_none_or(|part| part.split('.').all(is_prerelease))
        && build.is_none_or(|part| part.split('.').all(is_identifier))
}

fn is_base64(text: &str) -> bool {
    let digits = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text);
    text.len().is_multiple_of(4)
        && digits.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}

/// Whether a text is a URI, as RFC 3986 defines it: a scheme, a colon, and at least one of the characters that a URI can have. A
/// single letter is not a scheme, but the drive of a path.
pub const fn is_uri(text: &str) -> bool {
    let mut rest = text.as_bytes();
    let mut scheme_len = 0;
    loop {
        rest = match rest {
            [b':', rest @ ..] if scheme_len > 1 => break has_only_uri_characters(rest),
            [b'A'..=b'Z' | b'a'..=b'z', rest @ ..] => rest,
            [b'0'..=b'9' | b'+' | b'-' | b'.', rest @ ..] if scheme_len > 0 => rest,
            _ => break false,
        };
        scheme_len += 1;
    }
}

const fn has_only_uri_characters(mut rest: &[u8]) -> bool {
    let has_any = !rest.is_empty();
    while let [byte, after @ ..] = rest {
        if !is_uri_byte(*byte) {
            return false;
        }
        rest = after;
    }
    has_any
}

/// Whether a URI can contain a byte.
pub const fn is_uri_byte(byte: u8) -> bool {
    matches!(byte, b'!' | b'#'..=b';' | b'=' | b'?'..=b'[' | b']' | b'_' | b'a'..=b'z' | b'~')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(format: &Format, good: &[&str], bad: &[&str]) {
        for text in good {
            assert!((format.fits)(text), "{text}");
        }
        for text in bad {
            assert!(!(format.fits)(text), "{text}");
        }
    }

    #[test]
    fn semantic_versions() {
        check(
            &SEMANTIC_VERSION,
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
            &TIME,
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
            &UTC_TIME,
            &["2026-01-02T13:57:00Z", "2026-01-02T13:57:00.5+00:00", "2026-01-02T13:57:00+0000"],
            &["2026-01-02T13:57:00", "2026-01-02T13:57:00+01:00", "2026-01-02T13:57:00-00:30"],
        );
    }

    #[test]
    fn paths_base64_and_uris() {
        check(
            &RELATIVE_PATH,
            &[".bot/a.md", "a", "a\\b.ps1", "../a", "ab:c"],
            &["", " ", "/a", "\\a", "\\\\host\\a", "C:\\a", "c:/a", "C:a"],
        );
        check(
            &BASE64,
            &["", "Zg==", "Zm8=", "Zm9v", "+/+/"],
            &["Zg", "Zg=", "Z===", "=Zm9", "Zm 9", "Zm9_"],
        );
    }

    #[test]
    fn uris() {
        check(
            &URI,
            &[
                "file:///specs/auth.md",
                "https://example.com:8080/a%20b?c=[d]&e='f'#g",
                "urn:isbn:0451450523",
                "acme+v1.2-x:~$(a;b)",
                "mailto:ann@example.com",
                "x+y-z.1:e",
            ],
            &[
                "",
                "auth.md",
                "/specs/auth.md",
                "./a:b",
                "file:",
                ":a",
                "1a:b",
                "+a:b",
                "C:\\specs\\auth.md",
                "C:/specs/auth.md",
                "file:///a b",
                "file:///a\\b",
                "file:///ä",
                "file:///a\n",
                "file:///\"a\"",
                "file:///<a>",
                "x:ä",
                "a: b",
            ],
        );
    }

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
            assert_eq!(to_screaming_snake_case(code), expected);
        }
    }

    #[test]
    fn paths_are_relative_with_forward_slashes() {
        for (path, expected) in [
            ("out/report.json", Some("out/report.json")),
            (".bot\\solution\\projects.json", Some(".bot/solution/projects.json")),
            ("a..b/..c", Some("a..b/..c")),
            ("", None),
            (" ", None),
            ("/out/report.json", None),
            ("\\out\\report.json", None),
            ("\\\\host\\out", None),
            ("C:\\out\\report.json", None),
            ("c:/out", None),
            ("C:report.json", None),
            ("../report.json", None),
            ("..", None),
            ("out/../../report.json", None),
            ("out\\..\\report.json", None),
        ] {
            assert_eq!(relative_path(path).as_deref(), expected, "{path}");
        }
    }
}
