//! The attributes that mark a tool: `#[envelope_tool]`, and `#[tool]` of the SDK.

use syn::Meta;

/// Whether this is `#[envelope_tool]`.
pub(super) fn is_own(meta: &Meta) -> bool {
    ends_in(meta, "envelope_tool")
}

/// Whether this is the SDK's `#[tool]`, with any path: the SDK compares only the end, too.
pub(super) fn is_tool(meta: &Meta) -> bool {
    ends_in(meta, "tool")
}

/// Whether this is an attribute of this name, with any path.
pub(super) fn ends_in(meta: &Meta, name: &str) -> bool {
    !matches!(meta, Meta::NameValue(_))
        && meta.path().segments.last().is_some_and(|last| last.ident == name)
}
