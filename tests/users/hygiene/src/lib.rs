//! Tools of a crate whose authors deny every lint, and name their own items as they please.

#![deny(
    warnings,
    missing_docs,
    unsafe_code,
    unused_lifetimes,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::nursery
)]

pub mod blanket_trait;
pub mod constants;
pub mod in_macros;
pub mod no_prelude;
pub mod shadowed;
// The compiler refuses an expansion that allows a lint which the crate forbids.
#[forbid(dead_code, unused_imports)]
pub mod strict;
