//! Tests of internals that the public API does not expose.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::pedantic,
    clippy::unwrap_used,
    reason = "a test may panic"
)]
#![allow(dead_code, reason = "a type is there to be read")]

mod attacks;
