//! The URIs of resources.

/// Checks at compile time that a literal is the URI of a resource.
///
/// ```
/// use envelope_runtime::mcp::{ContentBlock, ResourceLink};
/// use envelope_runtime::uri;
///
/// let link = ResourceLink::new(uri!("file:///specs/auth.md"), "auth.md");
/// let block = serde_json::to_value(ContentBlock::resource_link(link))?;
/// assert_eq!(block["uri"], "file:///specs/auth.md");
/// # Ok::<(), serde_json::Error>(())
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
        const URI: &::core::primitive::str = $crate::mcp::static_uri($uri);
        URI
    }};
}

/// Checks a URI. [`uri!`] calls it in a constant, while the author's crate is compiled.
#[doc(hidden)]
#[must_use]
#[track_caller]
pub const fn static_uri(uri: &'static str) -> &'static str {
    assert!(
        envelope_contracts::format::is_uri(uri),
        "not a URI: it needs a scheme, and other characters are percent-encoded, as in `file:///specs/auth.md`"
    );
    uri
}

#[cfg(test)]
mod tests {
    use super::static_uri;

    #[test]
    fn a_uri_is_passed_on_as_it_is() {
        assert_eq!(static_uri("file:///specs/auth.md"), "file:///specs/auth.md");
    }
}
