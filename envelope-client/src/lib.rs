//! Reads, checks and forwards the response envelopes of agent tools, whichever server has written them.
//!
//! Agent tools answer with JSON that follows a published contract. This crate is the counterpart of
//! [`envelope-runtime`](https://docs.rs/envelope-runtime), which writes such answers, and works without its macros and tools:
//!
//! ```
//! #[derive(serde::Deserialize)]
//! struct Spec {
//!     title: String,
//! }
//!
//! let text = r#"{"success":true,"data":{"title":"Sign in"},"error":null,"meta":{"version":"response-v2"}}"#;
//! let response = envelope_client::read::<Spec>(text)?;
//! assert_eq!(response.outcome?.title, "Sign in");
//!
//! let text = r#"{"content":[{"type":"text","text":"Error: No such spec\n(NOT_FOUND, do not retry)"}],"isError":true}"#;
//! let failure = envelope_client::read::<Spec>(text)?.outcome.err().unwrap();
//! assert_eq!(failure.code(), "NOT_FOUND");
//! assert_eq!(failure.message, "No such spec");
//! assert_eq!(failure.retry(), envelope_runtime::Retry::Never);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | item | purpose |
//! |---|---|
//! | [`read`](read()) | reads an envelope of any contract |
//! | [`response_v2::Response`], [`dotbot::Response`], [`mcp::Response`], [`code_scalpel::Response`], [`rfc9457::Response`] | the responses of one contract, with its own metadata |
//! | [`Failure`] | a failure that a tool answered with; as an error, `?` passes it on |
//! | [`response_v2::Pages`], [`response_v2::AsyncPages`] | follow the pages of a list |
//! | [`check`](check()), [`check_as`], [`rules`] | the rules of a contract that an envelope violates |
//! | [`assert_contract!`] | the same, in tests |
//! | [`forward`](forward()) | an `Envelope` with the same bytes, for proxies |
//!
//! # Tolerance
//!
//! If a required part of the envelope is missing or wrong, reading returns a [`ReadError`] with a JSON Pointer. Everything else is
//! optional, and one unexpected value does not affect the others:
//!
//! - `null` and an empty array count as absent, and a byte order mark before the text as white space.
//! - Unknown keys are kept in the `extra` of their object.
//! - Values of an unexpected type and unknown words, such as a `severity` of `critical`, are kept there, too. An object that was read
//!   serializes as it was received, except for the conversions below. [`forward`](forward()) converts nothing.
//! - An unknown code and an unknown error type are kept in [`Failure::sent_code`] and [`Failure::sent_error_type`]. Their retry advice
//!   is `Retry::Unknown`.
//! - A fraction is rounded up where the contract requires a whole number. A number as an id becomes text.
//! - A list entry that is not a valid warning, hint or text is converted to one, with the JSON of the entry as its text.
//! - If an object repeats a key, the later value counts.
//!
//! An answer that contradicts itself is a failure or an error, and never a success: see [`read`](read()).
//!
//! # Time and memory
//!
//! Every function of this crate needs time and memory in proportion to the length of the text. At any time, reading, checking and
//! forwarding use at most 200 bytes for each byte of text, in addition to the data that they return; a tree of `serde_json::Value` alone
//! can take 108. If a crate of your program turns on `preserve_order` of `serde_json`, its values are larger, and so these figures double
//! or triple. The worst texts are lists of small objects, and lists of numbers instead of warnings. Checking takes 4 MiB more for the
//! violations. Limit the length of the text that you read from servers that you don't trust.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}

mod any;
#[doc(hidden)]
pub mod assert;
mod check;
mod failure;
mod forward;
mod inside;
mod metadata;
mod object;
mod pages;
mod read_error;
mod recognize;
mod response;
mod rulebook;
mod text;

pub mod code_scalpel;
pub mod dotbot;
pub mod mcp;
pub mod response_v2;
pub mod rfc9457;

pub use any::{AnyMeta, AnyResponse, data, read};
pub use check::{Checked, check, check_as, rules};
pub use failure::Failure;
pub use forward::forward;
pub use metadata::{RateLimit, Telemetry, UpgradeHint, Warning};
pub use read_error::ReadError;
pub use response::{Metadata, Response, Success};
pub use rulebook::{Level, Rule, Violation, Violations};
