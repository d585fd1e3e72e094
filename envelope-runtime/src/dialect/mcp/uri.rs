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
