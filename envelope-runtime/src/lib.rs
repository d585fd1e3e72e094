//! Write a plain function; it answers with the response envelope of a published contract.
//!
//! Tools for AI agents answer in JSON, and an agent acts on what that JSON says: whether the call succeeded, what kind of
//! error it was, whether to try again. Written by hand, such envelopes are subtly wrong sooner or later. Here the function
//! stays plain, and the compiler refuses what would break the contract.
//!
//! ```
//! use envelope_runtime::{Envelope, Payload, ToolError, envelope_tool};
//! use serde::Serialize;
//!
//! #[derive(Serialize, Payload)]
//! struct Spec {
//!     id: String,
//!     title: String,
//! }
//!
//! #[derive(Debug, thiserror::Error, ToolError)]
//! enum SpecError {
//!     #[error("Spec '{id}' not found")]
//!     #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs, then retry with one of their ids")]
//!     NotFound { id: String },
//! }
//!
//! #[envelope_tool(dialect = "response-v2")]
//! fn read_spec(id: &str) -> Result<Spec, SpecError> {
//!     match id {
//!         "auth" => Ok(Spec { id: id.to_owned(), title: "Sign in".to_owned() }),
//!         _ => Err(SpecError::NotFound { id: id.to_owned() }),
//!     }
//! }
//!
//! let envelope: Envelope = read_spec("auth");
//! assert_eq!(
//!     envelope.as_str(),
//!     concat!(
//!         r#"{"success":true,"data":{"id":"auth","title":"Sign in"},"#,
//!         r#""error":null,"meta":{"version":"response-v2"}}"#,
//!     )
//! );
//!
//! assert_eq!(
//!     read_spec("pay").as_str(),
//!     concat!(
//!         r#"{"success":false,"data":{"error_code":"SPEC_NOT_FOUND","error_type":"not_found","#,
//!         r#""remediation":"List the specs, then retry with one of their ids"},"#,
//!         r#""error":"Spec 'pay' not found","meta":{"version":"response-v2"}}"#,
//!     )
//! );
//! ```
//!
//! # Where to look
//!
//! | for | look at |
//! |---|---|
//! | the attribute and its arguments | [`envelope_tool`] |
//! | data | [`Payload`](trait@Payload), and [`response_v2::Reply`] for metadata |
//! | errors | [`derive(ToolError)`](derive@ToolError), [`ToolFailure`] where an enum is not worth writing, [`ErrorCode`], [`ErrorType`] |
//! | request ids | [`RequestId`] |
//! | what a tool returns | [`Envelope`], [`Output`] |
//! | an MCP server, an HTTP server, schemas | the modules `rmcp`, `axum`, `http` and `schema`, each with its [feature](#features) |
//! | the contracts on the wire | [`response_v2`], [`dotbot`], [`mcp`], [`code_scalpel`] |
//! | a contract of your own | [`dialect`] |
//! | what does not compile, and how to fix it | [`rules`] |
//!
//! # What is promised
//!
//! - There is always an envelope. Data that fails to serialize, data that turns out not to be an object, and, under
//!   `catch_panic`, a panic: each gives an `INTERNAL_ERROR` envelope.
//! - Nothing internal leaks. Of an error, only the message, the remediation and the marked fields go out; the message of an
//!   `internal` error does not.
//! - Nothing is lost. Metadata that a contract cannot carry does not compile. An object that a contract fills from several
//!   sources has each key once: there, the contract's own meaning wins, and then the details.
//!
//! # What it costs
//!
//! Data is serialized once, by this crate's own writer, into a buffer that the thread keeps. The envelope is then made in one
//! allocation of just the right size, in every dialect, with a request id or without. A failure takes three allocations: for
//! the [`ToolFailure`], for its text, and for the envelope.
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | adds |
//! |---|---|
//! | `anyhow` | `anyhow::Error` as the error of a tool |
//! | `axum` | an [`Envelope`] as a response of `axum`, and a layer that takes in the request id: module `axum`; with `http` |
//! | `http` | an [`Envelope`] as a response in the types of the `http` crate: module `http` |
//! | `rmcp` | tools of an MCP server that is built with the official SDK: module `rmcp`; with `schemars` |
//! | `schemars` | JSON Schemas of what tools return: module `schema` |
//! | `tracing` | one event for each call, with what is hidden from the caller |
//!
//! # The log
//!
//! With the feature `tracing`, each call that ends writes one event with the target `envelope_runtime` and the fields `tool`,
//! `dialect`, `outcome` (`success` or `failure`), `duration_ms` and `request_id`; for a failure also `code`, `error_type`, and, as
//! `cause`, what is kept from the caller: the hidden message, and the error behind it with its own causes. A failure of the category
//! `internal` is logged as an error, one that is `unavailable` as a warning, and everything else as information. Data is not
//! logged, nor are messages and details that the caller gets; what a cause says is up to the error. A call that is cancelled, or
//! panics without `catch_panic`, does not end, and has no event.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// The macros expand to paths that start with the crate's name, and its own docs use them.
extern crate self as envelope_runtime;

mod case;
mod context;
mod envelope;
mod error;
mod few;
mod json;
mod metadata;
mod outcome;
mod output;
mod payload;
mod place;
mod reply;
mod request_id;
mod server;
mod text;

pub mod dialect;
#[cfg(feature = "schemars")]
pub mod schema;

// The names that the macros expand to.
#[doc(hidden)]
#[allow(missing_docs, reason = "it is not for users")]
pub mod __private;

/// What is checked when compiling: each rule, why it is one, and how to fix code that breaks it.
///
/// The names and types in the messages, such as `Spec`, are those of an example.
///
#[doc = include_str!("rules.md")]
#[allow(clippy::doc_markdown, reason = "the words are the compiler's")]
pub mod rules {}

pub use dialect::mcp::{mcp_2025_11_25, mcp_2026_07_28};
pub use dialect::{Dialect, code_scalpel, dotbot, mcp, response_v2};
pub use envelope::Envelope;
pub use error::{
    ErrorCode, ErrorPath, ErrorReport, ErrorType, FieldValue, Fields, Retry, RetryAdvice,
    RetryAfter, ToolError, ToolFailure, UnknownErrorCode, Upgrades,
};
pub use metadata::{
    ErrorRateLimit, ErrorWarnings, RateLimit, Severity, Tier, UpgradeHint, Warning, WarningCode,
    Warnings,
};
pub use outcome::Status;
pub use output::Output;
pub use payload::Payload;
pub use reply::Reply;
pub use request_id::{IntoRequestId, RequestId};
#[cfg(feature = "axum")]
pub use server::axum;
#[cfg(feature = "http")]
pub use server::http;
#[cfg(feature = "rmcp")]
pub use server::rmcp;

pub use envelope_macros::{Payload, ToolError, envelope_tool};
