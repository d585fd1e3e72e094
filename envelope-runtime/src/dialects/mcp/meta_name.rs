//! The names in `_meta`.

use envelope_contracts::format::is_meta_name;

/// Checks at compile time that a literal is a name in the `_meta` of MCP.
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Reply;
/// use envelope_runtime::{ToolFailure, envelope_tool, meta_name};
///
/// #[envelope_tool(dialect = "mcp-2025-11-25")]
/// fn ping() -> Result<Reply<()>, ToolFailure> {
///     Ok(Reply::new(()).extra_meta(meta_name!("com.example/tenant"), "acme"))
/// }
///
/// assert!(ping().as_str().ends_with(r#""_meta":{"com.example/tenant":"acme"}}"#));
/// ```
///
/// A name cannot contain a space:
///
/// ```compile_fail,E0080
/// # use envelope_runtime::meta_name;
/// let name = meta_name!("the tenant");
/// ```
#[macro_export]
macro_rules! meta_name {
    ($name:literal) => {{
        // An item: `cargo check` does not evaluate a `const` block.
        const NAME: &::core::primitive::str = $crate::mcp::static_meta_name($name);
        NAME
    }};
}

/// Checks a name. [`meta_name!`] calls it in a constant, while the author's crate is compiled.
#[doc(hidden)]
#[must_use]
#[track_caller]
pub const fn static_meta_name(name: &'static str) -> &'static str {
    assert!(
        is_meta_name(name),
        "not a name for `_meta`: it has letters, digits, `-`, `_` and `.`, and starts and ends with a letter or a digit, as in `tenant` or `com.example/tenant`"
    );
    name
}
