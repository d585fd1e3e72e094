//! The macros of [`envelope-runtime`](https://docs.rs/envelope-runtime), which re-exports them: depend on that crate.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod args;
mod codes;
mod dialects;
mod error;
mod errors;
mod payload;
mod spans;
mod suggest;
mod tool;

use proc_macro::TokenStream;

/// TODO
#[proc_macro_attribute]
pub fn envelope_tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(args.into(), item.into()).into()
}

/// TODO
#[proc_macro_derive(ToolError, attributes(tool_error))]
pub fn derive_tool_error(item: TokenStream) -> TokenStream {
    error::expand(item.into()).into()
}

/// TODO
#[proc_macro_derive(Payload, attributes(payload))]
pub fn derive_payload(item: TokenStream) -> TokenStream {
    payload::expand(item.into()).into()
}

/// The enum of the standard codes, for the runtime: the table stands here, where the derive reads it.
#[doc(hidden)]
#[proc_macro]
pub fn __error_codes(_: TokenStream) -> TokenStream {
    codes::expand().into()
}
