//! URI references, which contain only the characters of RFC 3986.

use std::borrow::Cow;
use std::fmt::Write;

use envelope_contracts::format::{URI_REFERENCE, is_uri_byte};

/// The text as a URI reference: characters that RFC 3986 does not allow are percent-encoded.
#[inline]
pub(super) fn encoded(text: &str) -> Cow<'_, str> {
    let fits = URI_REFERENCE.fits;
    if fits(text) {
        return text.into();
    }
    // The text can already have encoded parts and a fragment.
    let uri = with_encoded(text, |byte| !is_uri_byte(byte) && !matches!(byte, b'%' | b'#'));
    if fits(&uri) { uri.into() } else { with_encoded(text, |byte| !is_uri_byte(byte)).into() }
}

fn with_encoded(text: &str, is_encoded: impl Fn(u8) -> bool) -> String {
    let mut uri = String::with_capacity(text.len());
    for byte in text.bytes() {
        if is_encoded(byte) {
            // Writing to a `String` never fails.
            let _ = write!(uri, "%{byte:02X}");
        } else {
            uri.push(char::from(byte));
        }
    }
    uri
}

/// The URI of a code: `https://example.com/problems/not-found` for `NOT_FOUND`.
#[inline]
pub(super) fn type_uri(base: &str, code: &str) -> String {
    let separator =
        if base.ends_with(|last: char| last.is_ascii_alphanumeric()) { "/" } else { "" };
    let name = code.to_ascii_lowercase().replace('_', "-");
    encoded(&format!("{base}{separator}{name}")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_characters_are_encoded() {
        for (text, uri) in [
            ("/orders/7?a=b#c", "/orders/7?a=b#c"),
            ("/orders/a b", "/orders/a%20b"),
            ("/orders/ä\\\"", "/orders/%C3%A4%5C%22"),
            ("100%25", "100%25"),
            ("/a%20b c#d e", "/a%20b%20c#d%20e"),
            ("/100%", "/100%25"),
            ("/[a]#b#c", "/%5Ba%5D%23b%23c"),
            ("http://[::1]/a", "http://[::1]/a"),
            ("", ""),
        ] {
            assert_eq!(encoded(text), uri);
        }
    }

    #[test]
    fn a_code_is_the_last_part_of_a_type() {
        for (base, uri) in [
            ("https://example.com/problems/", "https://example.com/problems/spec-not-found"),
            ("https://example.com/problems", "https://example.com/problems/spec-not-found"),
            ("https://example.com/problems#", "https://example.com/problems#spec-not-found"),
            ("urn:problem-type:acme:", "urn:problem-type:acme:spec-not-found"),
            ("a b", "a%20b/spec-not-found"),
        ] {
            assert_eq!(type_uri(base, "SPEC_NOT_FOUND"), uri);
        }
    }
}
