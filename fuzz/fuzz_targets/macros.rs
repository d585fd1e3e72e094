//! The macros never panic: whatever tokens they are given, they give tokens.
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
#[path = "../../envelope-macros/src/depth.rs"]
mod depth;
#[path = "../../envelope-macros/src/error/mod.rs"]
mod error;
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

// A text in two lines: the arguments of the attribute, and the item.
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
    assert!(!error::expand(item.clone()).is_empty());
    assert!(!payload::expand(item).is_empty());
});
