//! `#[derive(ToolError)]`: syntax with its attributes → checks → expansion.

mod ast;
mod attr;
mod expand;
mod template;
mod valid;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use self::ast::Input;
use crate::errors::Errors;

/// The `ToolError` impl. After an error it still type-checks, so that no other error follows.
pub(crate) fn expand(item: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(item) {
        Ok(item) => item,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let input = Input::parse(&item, &mut errors);
    valid::check(&input, &mut errors);
    match errors.into_compile_errors() {
        None => expand::implementation(&input),
        Some(errors) => {
            let implementation = expand::fallback(&input);
            quote!(#errors #implementation)
        }
    }
}
