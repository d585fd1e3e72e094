//! `#[envelope_tool]`: arguments → settings → function → expansion.

mod args;
mod expand;
mod function;
mod negotiated;
mod settings;

use proc_macro2::TokenStream;
use quote::quote;

use self::args::Args;
use self::function::Function;
use crate::errors::Errors;

/// The rewritten function. After an error it still type-checks, so that no other error follows.
#[allow(clippy::needless_pass_by_value, reason = "the compiler hands tokens over")]
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let args = Args::parse(args, &mut errors);
    settings::check(&args, &mut errors);
    let Some(function) = errors.take(syn::parse2::<Function>(item.clone())) else {
        let errors = errors.into_compile_errors();
        return quote!(#errors #item);
    };
    function.check(&mut errors);
    if let Some(timeout) = &args.timeout {
        errors.take(timeout.check(function.shape));
    }
    match errors.into_compile_errors() {
        None => expand::tool(&args, &function),
        Some(errors) => {
            let function = expand::fallback(&args, &function);
            quote!(#errors #function)
        }
    }
}
