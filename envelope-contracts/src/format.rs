//! String formats, each with a function that checks it and an equivalent pattern of JSON Schema.

use std::borrow::Cow;

use crate::time::{self, is_digits};

/// A format of strings.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The format in messages, after the word "is".
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

/// A URI, as RFC 3986 defines it.
pub static URI: Format = Format {
    is: "a URI",
    fits: is_uri,
    pattern: concat!(
        r"^[A-Za-z][A-Za-z0-9+.-]+:(//\[[0-9A-Fa-f:.]+\]([:/?]([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)?",
        r"|([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})+)(#([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)?$",
    ),
};

/// A URI reference, as RFC 3986 defines it: a URI, or the part of a URI after the scheme.
pub static URI_REFERENCE: Format = Format {
    is: "a URI reference",
    fits: |text| is_uri(text) || is_after_scheme(text.as_bytes()),
    pattern: concat!(
        r"^([A-Za-z][A-Za-z0-9+.-]+:)?(//\[[0-9A-Fa-f:.]+\]([:/?]([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)?",
        r"|([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)(#([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)?$",
    ),
};

/// A name in the `_meta` of MCP, with or without a prefix.
pub static META_NAME: Format = Format {
    is: "a name of letters, digits, `-`, `_` and `.`, as in `tenant` or `com.example/tenant`",
    fits: is_meta_name,
    pattern: concat!(
        r"^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/)?",
        r"([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$",
    ),
};

/// Whether a text is empty, or only white space.
#[inline]
pub fn is_blank(text: &str) -> bool {
    // The first byte decides for nearly every text.
    !text.as_bytes().first().is_some_and(u8::is_ascii_graphic) && text.trim().is_empty()
}

/// At most `max_chars` characters of a text. If it is longer, the last of them is an ellipsis.
pub fn truncate(text: &str, max_chars: usize) -> Cow<'_, str> {
    if text.len() <= max_chars {
        return text.into();
    }
    match text.char_indices().nth(max_chars.saturating_sub(1)) {
        Some((at, last)) if at + last.len_utf8() < text.len() => {
            format!("{}…", text.get(..at).unwrap_or_default()).into()
        }
        _ => text.into(),
    }
}

/// Whether a code is in `SCREAMING_SNAKE_CASE`.
pub fn is_screaming_snake_case(code: &str) -> bool {
    code.starts_with(|first: char| first.is_ascii_uppercase())
        && !code.ends_with('_')
        && code.bytes().all(|byte| matches!(byte, b'A'..=b'Z' | b'0'..=b'9' | b'_'))
}

/// Converts a code to `SCREAMING_SNAKE_CASE`: `A` to `Z`, digits and underscores, with a letter at the start.
pub fn to_screaming_snake_case(code: &str) -> String {
    if is_screaming_snake_case(code) {
        return code.to_owned();
    }
    let mut screaming = String::with_capacity(code.len());
    let mut after_lower = false;
    for character in code.chars() {
        let is_kept = character.is_ascii_alphanumeric();
        // One underscore replaces any number of other characters.
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

/// Whether a byte is allowed in a request id of response-v2.
pub const fn is_request_id_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

/// Whether a path is relative: not blank, without a root, and without the letter of a drive.
pub fn is_relative_path(path: &str) -> bool {
    let has_drive = path.as_bytes().get(1) == Some(&b':')
        && path.starts_with(|first: char| first.is_ascii_alphabetic());
    !is_blank(path) && !path.starts_with(['/', '\\']) && !has_drive
}

/// A relative path with forward slashes. `None` if the path is blank or absolute, or contains `..`.
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

/// Whether a text is a name in the `_meta` of MCP. It can have a prefix, which ends in a slash.
pub const fn is_meta_name(text: &str) -> bool {
    let text = text.as_bytes();
    let mut rest = text;
    let mut prefix_len = 0;
    loop {
        rest = match rest {
            [] => break is_name(text),
            [b'/', name @ ..] => break is_prefix(text.split_at(prefix_len).0) && is_name(name),
            [_, rest @ ..] => rest,
        };
        prefix_len += 1;
    }
}

/// Converts a key to a name without a prefix: underscores replace characters that a name cannot contain, and both ends are trimmed.
pub fn to_meta_name(key: &str) -> String {
    let is_kept = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = key.chars().map(|c| if is_kept(c) { c } else { '_' }).collect();
    name.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_owned()
}

/// Whether a prefix consists of labels, separated by dots. A label starts with a letter.
const fn is_prefix(mut labels: &[u8]) -> bool {
    let mut last = b'.';
    while let [byte, rest @ ..] = labels {
        let is_inside = byte.is_ascii_alphanumeric() || *byte == b'-';
        let fits = match last {
            b'.' => byte.is_ascii_alphabetic(),
            b'-' => is_inside,
            _ => is_inside || *byte == b'.',
        };
        if !fits {
            return false;
        }
        (last, labels) = (*byte, rest);
    }
    last.is_ascii_alphanumeric()
}

/// Whether the part of a name after its prefix is valid. The part can be empty.
const fn is_name(mut name: &[u8]) -> bool {
    let ([first, ..], [.., last]) = (name, name) else { return true };
    let is_bounded = first.is_ascii_alphanumeric() && last.is_ascii_alphanumeric();
    while let [b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'-' | b'_' | b'.', rest @ ..] = name {
        name = rest;
    }
    is_bounded && name.is_empty()
}

/// Whether a text is a URI, as RFC 3986 defines it: a scheme, a colon, and at least one character before the fragment. A single letter
/// is not a scheme, but the drive of a path.
pub const fn is_uri(text: &str) -> bool {
    let mut rest = text.as_bytes();
    let mut scheme_len = 0;
    loop {
        rest = match rest {
            [b':', rest @ ..] if scheme_len > 1 => {
                break !matches!(rest, [] | [b'#', ..]) && is_after_scheme(rest);
            }
            [b'A'..=b'Z' | b'a'..=b'z', rest @ ..] => rest,
            [b'0'..=b'9' | b'+' | b'-' | b'.', rest @ ..] if scheme_len > 0 => rest,
            _ => break false,
        };
        scheme_len += 1;
    }
}

/// Whether a text can follow the scheme of a URI: `%` only starts encoded bytes, and `#` occurs at most once.
const fn is_after_scheme(text: &[u8]) -> bool {
    let Some(mut rest) = after_address(text) else { return false };
    let mut is_fragment = false;
    loop {
        rest = match rest {
            [] => break true,
            [b'%', high, low, rest @ ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                rest
            }
            [b'#', rest @ ..] if !is_fragment => {
                is_fragment = true;
                rest
            }
            [byte, rest @ ..] if is_uri_byte(*byte) => rest,
            _ => break false,
        };
    }
}

/// Skips a host that is an address in brackets, such as `//[::1]`, since no other part of a URI has brackets. `None` if the address is
/// incomplete.
const fn after_address(text: &[u8]) -> Option<&[u8]> {
    let [b'/', b'/', b'[', rest @ ..] = text else { return Some(text) };
    let mut rest = rest;
    loop {
        rest = match rest {
            [b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f' | b':' | b'.', b']', after @ ..] => {
                break match after {
                    [] | [b':' | b'/' | b'?' | b'#', ..] => Some(after),
                    _ => None,
                };
            }
            [b'0'..=b'9' | b'A'..=b'F' | b'a'..=b'f' | b':' | b'.', rest @ ..] => rest,
            _ => break None,
        };
    }
}

/// Whether any part of a URI can contain a byte unencoded.
pub const fn is_uri_byte(byte: u8) -> bool {
    matches!(byte, b'!' | b'$' | b'&'..=b';' | b'=' | b'?'..=b'Z' | b'_' | b'a'..=b'z' | b'~')
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
                "https://example.com:8080/a%20b?c=(d)&e='f'#g",
                "http://[::1]:8080/a",
                "http://[2001:db8::7]#a",
                "http://[::ffff:192.0.2.1]",
                "file:///%C3%A4%2f",
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
                "file:///a%zz",
                "file:///a%2",
                "file:///a%",
                "http://[",
                "http://[]",
                "http://[::1",
                "http://[::1]a",
                "http://[g]",
                "https://example.com/[a]",
                "https://example.com/?a=[b]",
                "file:///a#b#c",
                "xy:#a",
                "x:ä",
                "a: b",
            ],
        );
    }

    #[test]
    fn names_in_meta() {
        check(
            &META_NAME,
            &[
                "",
                "tenant",
                "trace_id",
                "a.b-c_1",
                "1",
                "com.example/tenant",
                "a-1.b/1",
                "example/",
                "io.modelcontextprotocol/serverInfo",
            ],
            &[
                "not a key!",
                "_tenant",
                "tenant_",
                ".a",
                "a-",
                "ü",
                "/a",
                "1.example/a",
                "com..example/a",
                "com.example-/a",
                "com.-example/a",
                "com_example/a",
                "com.example./a",
                "a/b/c",
                "a/_b",
            ],
        );
    }

    #[test]
    fn keys_become_names_in_meta() {
        for (key, name) in [
            ("tenant", "tenant"),
            ("not a key!", "not_a_key"),
            ("_tenant_", "tenant"),
            ("a/b/c", "a_b_c"),
            ("größe", "gr__e"),
            ("!", ""),
        ] {
            assert_eq!(to_meta_name(key), name);
        }
    }

    #[test]
    fn uri_references() {
        check(
            &URI_REFERENCE,
            &["", "/orders/7", "a/b?c#d", "//[::1]/a", "https://example.com/a", "#a", "x:a", "%41"],
            &["/a b", "/[a]", "a#b#c", "%zz", "//[", "ä"],
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
