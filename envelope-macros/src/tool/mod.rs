//! `#[envelope_tool]`: arguments → settings → function → expansion. For a block, each of its functions gets the arguments.

mod args;
mod arguments;
mod block;
mod expand;
mod function;
mod items;
mod lifetimes;
mod negotiated;
mod router;
mod schema;
mod sdk;
mod settings;

use proc_macro2::TokenStream;
use quote::quote;

use self::args::{Args, no_dialect};
use crate::errors::Errors;

/// The rewritten function. After an error it still type-checks, so that no other error follows.
#[allow(clippy::needless_pass_by_value, reason = "the compiler hands tokens over")]
pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(block) = block::block(item.clone()) {
        return block::expand(args, &block);
    }
    let mut errors = Errors::default();
    let args = Args::parse(args, &mut errors);
    if args.names_dialect() {
        settings::check(&args, &mut errors);
    } else if errors.is_empty() {
        errors.push(no_dialect(&args));
    }
    let Some(mut function) = errors.take(function::parse(item.clone())) else {
        let errors = errors.into_compile_errors();
        return quote!(#errors #item);
    };
    function.take_second_mark(&mut errors);
    function.take_second_future(&mut errors);
    function.check(&mut errors);
    errors.take(lifetimes::check(&function));
    schema::check(&args, &function, &mut errors);
    if let Some(timeout) = &args.timeout {
        errors.take(timeout.check(function.shape));
    }
    sdk::hand_over(&args, &mut function, &mut errors);
    arguments::take(&args.runtime, &mut function);
    match errors.into_compile_errors() {
        None => expand::tool(&args, &function),
        Some(errors) => {
            let function = expand::fallback(&args, &function);
            quote!(#errors #function)
        }
    }
}
