//! Promises of the crate for every dialect.
//!
//! `log.rs` and `traces.rs` are test binaries of their own: `tracing` has one registry for the whole process, and a test that
//! calls a tool without a subscriber can turn off an event that a test on another thread waits for.

mod always_an_envelope;
mod answers_in_data;
#[cfg(feature = "anyhow1")]
mod anyhow;
mod auto_traits;
mod blocks;
mod contexts;
mod declared;
mod errors;
#[cfg(feature = "testing")]
mod frozen;
mod function_shapes;
mod negotiation;
mod outputs;
mod payloads;
mod programs;
mod request_ids;
mod shared_replies;
#[path = "../support/mod.rs"]
mod support;
#[cfg(feature = "testing")]
mod ways_to_test;
