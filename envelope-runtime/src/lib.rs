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
//! | errors | [`derive(ToolError)`](derive@ToolError), [`ToolFailure`] for a tool that wants no enum, [`ErrorCode`], [`ErrorType`] |
//! | request ids | [`RequestId`] |
//! | what comes out | [`Envelope`], [`Output`] |
//! | an MCP server, an HTTP server, schemas | the modules `rmcp`, `axum`, `http` and `schema`, each with its [feature](#features) |
//! | the contracts on the wire | [`response_v2`], [`dotbot`], [`mcp`], [`code_scalpel`] |
//! | a contract of one's own | [`Dialect`], [`call`] |
//! | what does not compile, and the mend | [`rules`] |
//!
//! # What is promised
//!
//! - There is always an envelope. Data that fails to serialize, data that turns out to be no object, and, under
//!   `catch_panic`, a panic: each gives an `INTERNAL_ERROR` envelope.
//! - Nothing internal leaks. Of an error, only the message, the remediation and the marked fields go out; the message of an
//!   `internal` error does not.
//! - Nothing is lost. Metadata that a contract cannot carry does not compile. An object that a contract fills from several
//!   sources has each key once: there, the contract's own meaning wins, and then the details.
//!
//! # Features
//!
//! None is on by default.
//!
//! | feature | adds |
//! |---|---|
//! | `anyhow` | `anyhow::Error` as the error of a tool |
//! | `axum` | an [`Envelope`] as a response of `axum`, and a layer that takes the request id in: module `axum`; with `http` |
//! | `http` | an [`Envelope`] as a response in the types of the `http` crate: module `http` |
//! | `rmcp` | tools of an MCP server that is made with the official SDK: module `rmcp`; with `schemars` |
//! | `schemars` | JSON Schemas of what tools return: module `schema` |
//! | `tracing` | one event for each call, with what is hidden from the caller |
//!
//! # The log
//!
//! With the feature `tracing`, each call that ends writes one event, of the target `envelope_runtime`, with the fields `tool`,
//! `dialect`, `outcome` (`success` or `failure`), `duration_ms` and `request_id`; of a failure also `code`, `error_type`, and, as
//! `cause`, what is kept from the caller: the hidden message, and the error behind it with its own causes. A failure of the category
//! `internal` is an error in the log, one that is `unavailable` a warning, and all else is information. A call's data are not
//! logged, nor an error's message and details where the caller gets them; what a cause says is up to the error. A call that is
//! cancelled, or panics without `catch_panic`, does not end, and has no event.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// The macros expand to paths that start with the crate's name, and its own docs use them.
extern crate self as envelope_runtime;

mod dialect;
mod encoding;
mod envelope;
mod error;
mod further;
mod integration;
mod json;
mod rate_limit;
mod reply;
mod request_id;

pub mod call;
pub mod payload;

/// What is enforced when compiling: each rule as the compiler says it, with its mend.
///
/// The table is made from the crate's compile-fail tests, of which each is one mistake.
///
#[doc = include_str!("rules.md")]
#[allow(clippy::doc_markdown, reason = "the words are the compiler's")]
pub mod rules {}

#[cfg(feature = "axum")]
pub use integration::axum;
#[cfg(feature = "http")]
pub use integration::http;
#[cfg(feature = "rmcp")]
pub use integration::rmcp;
#[cfg(feature = "schemars")]
pub use integration::schema;

pub use dialect::{
    Dialect, code_scalpel, dotbot, mcp, mcp_2025_11_25, mcp_2026_07_28, response_v2,
};
pub use envelope::{Answer, Envelope, Output, Status};
pub use error::{
    ErrorCode, ErrorMessage, ErrorPath, ErrorReport, ErrorType, Fields, Retry, ToolError,
    ToolFailure, Upgrades,
};
pub use payload::Payload;
pub use rate_limit::{ErrorRateLimit, RateLimit, RetryAfter};
pub use reply::Reply;
pub use request_id::{IntoRequestId, RequestId};

pub use envelope_macros::{Payload, ToolError, envelope_tool};

// The bound that the derive puts on a generic field.
#[doc(hidden)]
pub use serde::Serialize;

// What the derive makes of the source of an error.
#[doc(hidden)]
pub use error::AsDynError as __AsDynError;
