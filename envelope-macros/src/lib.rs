//! The macros of `envelope-runtime`. Depend on that crate, which re-exports them.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod contracts;
mod errors;
mod payload;
mod spans;
mod syntax;
#[cfg(test)]
mod tests;
mod tool;
mod tool_error;
mod types;

use proc_macro::TokenStream;
use syn::parse_macro_input;

// The first paragraphs are here for editors, which do not read the files.

/// Turns a function into a tool, which returns the response envelope of a published contract. On an `impl` block or a module, it
/// [gives its arguments](#one-attribute-for-several-tools) to each tool in it.
///
#[doc = include_str!("docs/envelope_tool.md")]
#[proc_macro_attribute]
pub fn envelope_tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), item.into()).into()
}

/// Implements `ToolError`: gives each variant of an error a code, an error type and a remediation.
///
#[doc = include_str!("docs/tool_error.md")]
// The attributes of thiserror are here too, so that the error names a forgotten `thiserror::Error`.
#[proc_macro_derive(ToolError, attributes(tool_error, error, from, source))]
pub fn derive_tool_error(item: TokenStream) -> TokenStream {
    tool_error::expand(&parse_macro_input!(item)).into()
}

/// Implements `Payload` for a type that serializes to a JSON object. The derive checks that, and takes serde attributes into
/// account.
///
#[doc = include_str!("docs/payload.md")]
#[proc_macro_derive(Payload, attributes(payload))]
pub fn derive_payload(item: TokenStream) -> TokenStream {
    payload::expand(&parse_macro_input!(item)).into()
}
