//! The URIs of resources.

/// A literal that is the URI of a resource, checked when it is compiled.
///
/// ```
/// use envelope_runtime::mcp::ResourceLink;
/// use envelope_runtime::uri;
///
/// let link = ResourceLink::new(uri!("file:///specs/auth.md"), "auth.md");
/// assert_eq!(link.uri(), "file:///specs/auth.md");
/// ```
///
/// A path is not a URI:
///
/// ```compile_fail,E0080
/// # use envelope_runtime::mcp::ResourceLink;
/// # use envelope_runtime::uri;
/// let link = ResourceLink::new(uri!("/specs/auth.md"), "auth.md");
/// ```
#[macro_export]
macro_rules! uri {
    ($uri:literal) => {{
        // An item: `cargo check` does not evaluate a `const` block.
        const URI: &::core::primitive::str = $crate::__private::static_uri($uri);
        URI
    }};
}

/// Whether a text is a URI, as RFC 3986 has them: a scheme, a colon, and a rest of the characters that a URI can have. A scheme of
/// one letter is none, but the drive of a path.
pub(crate) const fn is_uri(text: &str) -> bool {
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
        match byte {
            b'!' | b'#'..=b';' | b'=' | b'?'..=b'[' | b']' | b'_' | b'a'..=b'z' | b'~' => {}
            _ => return false,
        }
        rest = after;
    }
    has_any
}

#[cfg(test)]
mod tests {
    use super::is_uri;

    #[test]
    fn uris() {
        for uri in [
            "file:///specs/auth.md",
            "https://example.com:8080/a%20b?c=[d]&e='f'#g",
            "urn:isbn:0451450523",
            "acme+v1.2-x:~$(a;b)",
            "mailto:ann@example.com",
        ] {
            assert!(is_uri(uri), "{uri}");
        }
        for text in [
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
        ] {
            assert!(!is_uri(text), "{text}");
        }
    }
}
