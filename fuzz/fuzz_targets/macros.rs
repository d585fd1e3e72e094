//! The macros return tokens for any tokens, and never panic.
//!
//! ```console
//! $ cargo +nightly fuzz run macros fuzz/corpus/macros fuzz/seeds/macros
//! ```

#![no_main]
#![allow(dead_code, reason = "the entry points of the macro crate are not here")]

#[path = "../../envelope-macros/src/syntax/mod.rs"]
mod syntax;
#[path = "../../envelope-macros/src/contracts.rs"]
mod contracts;
#[path = "../../envelope-macros/src/tool_error/mod.rs"]
mod tool_error;
#[path = "../../envelope-macros/src/errors.rs"]
mod errors;
#[path = "../../envelope-macros/src/payload/mod.rs"]
mod payload;
#[path = "../../envelope-macros/src/spans.rs"]
mod spans;
#[path = "../../envelope-macros/src/tool/mod.rs"]
mod tool;
#[path = "../../envelope-macros/src/types.rs"]
mod types;

use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;
use syn::DeriveInput;

// The first line has the arguments of the attribute, and the other lines have the item.
fuzz_target!(|text: &str| {
    // The parser recurses, and deep nesting overflows its stack, as it does in every procedural macro.
    if text.matches(['(', '[', '{', '<', '&', '*', '!', '-', '|']).count() > 256 {
        return;
    }
    let (arguments, item) = text.split_once('\n').unwrap_or(("", text));
    let (Ok(arguments), Ok(item)) = (arguments.parse::<TokenStream>(), item.parse::<TokenStream>())
    else {
        return;
    };
    assert!(!tool::expand(arguments, item.clone()).is_empty());
    // The compiler gives a derive nothing else.
    let Ok(item) = syn::parse2::<DeriveInput>(item) else { return };
    assert!(!tool_error::expand(&item).is_empty());
    assert!(!payload::expand(&item).is_empty());
});
