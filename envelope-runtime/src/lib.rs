//! Turn an ordinary Rust function into an agent tool that answers in a published JSON contract: with data, or with an error code, a
//! remediation and retry advice.
//!
//! An agent acts on that JSON: did the call succeed, which kind of error is it, is a retry useful? Handwritten envelopes tend to
//! get codes, error types and metadata subtly wrong. With this crate, code that breaks the contract doesn't compile.
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
//! This is the reference. The guide, in the folder `guide` of the repository, leads from a first tool to an MCP server, a client and a
//! custom contract. Its page "Which contract?" helps you to choose one.
//!
//! | for | look at |
//! |---|---|
//! | the attribute and its arguments | [`envelope_tool`] |
//! | data | [`Payload`](trait@Payload), and the `Reply` of a contract for metadata, such as [`response_v2::Reply`] |
//! | errors | [`derive(ToolError)`](derive@ToolError), and [`ToolFailure`] for tools without an error enum |
//! | codes and error types | [`ErrorCode`], [`ErrorType`] |
//! | the failures that an error declares, and their review in a test | [`DeclaredFailures`], [`assert_actionable!`] |
//! | whether and when to retry | [`Retry`], [`RetryAfter`] |
//! | the errors of other crates | [`foreign`] |
//! | arguments that do not fit | the crate `envelope-arguments`, whose `Problems` are an error of tools with the feature `schemars1` |
//! | request ids | [`RequestId`] |
//! | the return types of tools | [`Envelope`], [`Output`] |
//! | results that fit the limits of clients | [`Budget`], and [`Page`] with its [`Cursor`] for pages |
//! | a program that ends with an envelope | [programs](Envelope#programs) |
//! | reading, checking and forwarding envelopes, and following pages | the crate `envelope-client` |
//! | the contracts on the wire, and their settings | [`response_v2`], [`dotbot`], [`mcp`], [`code_scalpel`], [`rfc9457`] |
//! | your own contract | [`dialect`] |
//! | several dialects in one tool | [`negotiation`] |
//! | an MCP server, an HTTP server, an agent, schemas | the modules `rmcp3`, `axum08`, `http1`, `rig044` and `schema`, each with its [feature](#features) |
//! | tests of your tools | the module `testing`, with its [feature](#features) |
//! | compile errors and their reasons | [`rules`] |
//!
//! # Guarantees
//!
//! - **Every call that completes returns an envelope.** Data that fails to serialize or is nested more than 120 levels deep, and data
//!   that is not an object where the contract requires one, become an `INTERNAL_ERROR` envelope. With `catch_panic`, so does a panic of
//!   the body. A call has no answer if
//!   - the body panics without `catch_panic`, or the program is built with `panic = "abort"`;
//!   - a `Drop` panics during a panic, or while the tool drops its data, its error or its settings after the body;
//!   - the `Serialize` of the data recurses without a new level of JSON, and so overflows the stack;
//!   - the body never ends (`timeout` ends an `async` body at its next `.await`), or the process runs out of memory.
//! - **Nothing internal leaks.** The caller gets the code and the error type of an error, and the parts that you wrote for the caller:
//!   the message, the remediation, the summary, the upgrade and the marked fields. The message of an `internal` error
//!   is not sent, unless it is exposed, or a dialect of your own [sends it](dialect::Format::sends_internal_messages). Three further texts reach the caller: for an error of the standard library or of another crate,
//!   the message from the [tables](foreign); for arguments that do not fit, the message of your `Deserialize`, without the value
//!   that it quotes; and for a failure of another tool that you pass on, the texts of its server. The answer to arguments that do not fit names fields and variants, but no types, and repeats no value of the caller.
//! - **Metadata is never silently dropped.** If a contract has no key for it, your code doesn't compile: for example, if it returns
//!   another contract's `Reply`, or adds pagination to an MCP result. A tool that lacks what its contract requires doesn't compile
//!   either, such as a dotbot tool without a summary, or a Code Scalpel tool without a tier. If a contract collects values from several
//!   places into one object, each key is written once. The page of each contract lists its reserved keys, and what happens to a value
//!   for such a key.
//!
//! # Cost
//!
//! Data is serialized once, by this crate's own JSON writer. Besides the allocations of the data's own `Serialize`, a call costs
//! one: the envelope, which can have 512 bytes to spare. (A formatted dotbot summary costs one more, and so does the time at which
//! a rate limit ends.) A failure costs three more: itself, its texts, and its marked fields. This holds in every dialect, with a request
//! id or without. Each thread keeps its buffers, of up to 1 MiB each; an envelope that needs more than that allocates again.
//!
//! # Features
//!
//! Only `macros` is on by default.
//!
#![doc = include_str!("features.md")]
//!
//! An error from the compiler about a trait of another crate can mean that a feature is off: `IntoToolRoute` is a trait of
//! `rmcp`, and `Handler` is a trait of `axum`. An error about a missing name, such as `testing`, can mean the same.
//!
//! # Traces
//!
//! With the feature `tracing01`, each call is a span around its body, following OpenTelemetry's conventions for generative AI. The
//! span contains the events and the spans of the body, and of the tools that the body calls. An `async` body enters the span
//! for each poll. `tracing-opentelemetry` exports a trace such as this one:
//!
//! ```text
//! request                      the span of your server
//! └─ execute_tool read_spec    error.type = "not_found", request_id = "req_abc123", status: error
//!    ├─ opening the index      what the body logs
//!    └─ tool call              the event at the end of the call
//! ```
//!
//! HTTP and JSON-RPC can report a failed call as a success, since the call was answered. Its span still shows the call as an
//! error. The name of the span is `execute_tool`, the target `envelope_runtime`, and the level `INFO`. The fields:
//!
//! | field | value | recorded |
//! |---|---|---|
//! | `otel.name` | `execute_tool` and the name of the tool: the name of the span in OpenTelemetry | before the body |
//! | `gen_ai.operation.name` | `execute_tool` | before the body |
//! | `gen_ai.tool.name` | the name of the tool | before the body |
//! | `dialect` | the id of the dialect, such as `response-v2` | before the body; at the end of a tool with several dialects |
//! | `request_id` | the request id, if there is one | before the body; at the end if it is not known before |
//! | `outcome` | `success`, `failure`, `panicked`, with `catch_panic` or without, or `cancelled` | at the end |
//! | `error.type` | the error type of a failure; `internal` for a panic | at the end |
//! | `error.code` | the code of a failure | at the end |
//! | `otel.status_code` | `ERROR` for a failure or a panic | at the end |
//!
//! A call is cancelled if its future is dropped before it has an answer, as by a timeout of the server or by a client that
//! disconnects. A cancelled call is not an error of the tool. The span contains no data and no message. If no subscriber is interested in
//! the span, the only cost is this check, without an additional allocation.
//!
//! # The log
//!
//! With the feature `tracing01`, each call writes one event when it ends, inside its span. The target is `envelope_runtime`. The
//! fields:
//!
//! | field | value |
//! |---|---|
//! | `tool` | the name of the tool |
//! | `dialect` | the id of the dialect, such as `response-v2` |
//! | `outcome` | `success`, `failure`, or `panicked` with `catch_panic` |
//! | `duration_ms` | the duration of the call, in milliseconds with three decimals |
//! | `request_id` | the request id, if there is one |
//! | `code`, `error_type` | the code and the error type of a failure |
//! | `cause` | the causes that are hidden from the caller: the message (with `message = "…"`, the `Display` of an internal error), and its source with further sources. The `Display` of these errors determines the content |
//!
//! The level is `ERROR` for the error type `internal`, `WARN` for `unavailable`, and `INFO` for everything else. The event
//! does not contain the data, or the messages and details that the caller gets. A call that is cancelled, or that panics
//! without `catch_panic`, has no event; its span records the outcome.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// The macros expand to paths that start with the crate's name, and its own docs use them.
extern crate self as envelope_runtime;

#[cfg(any(feature = "axum08", feature = "schemars1"))]
mod argument_failure;
#[cfg(any(feature = "axum08", feature = "schemars1"))]
mod argument_settings;
#[cfg(feature = "axum08")]
pub mod axum08;
mod budget;
mod call;
mod case;
pub mod dialect;
mod dialects;
mod envelope;
mod error;
#[cfg(feature = "testing")]
mod frozen;
#[cfg(feature = "http1")]
pub mod http1;
mod json;
mod log;
mod metadata;
pub mod negotiation;
mod output;
mod page;
mod payload;
mod random_id;
mod request_id;
#[cfg(feature = "rig044")]
pub mod rig044;
#[cfg(feature = "rmcp3")]
pub mod rmcp3;
#[cfg(feature = "schemars1")]
pub mod schema;
mod scope;
mod status;
#[cfg(feature = "tokio1")]
pub mod task;
#[cfg(feature = "testing")]
pub mod testing;
mod text;
mod time;
#[cfg(feature = "schemars1")]
mod tool_arguments;
mod type_of;

// The names that the macros expand to.
#[doc(hidden)]
#[allow(missing_docs, reason = "it is not for users")]
pub mod __private;

/// The rules that are checked at compile time, and the reasons for them.
///
/// The compiler's messages continue with a fix, which this list leaves out. The names and types in the messages, such as `Spec`,
/// come from an example.
///
#[doc = include_str!("rules.md")]
#[allow(clippy::doc_markdown, reason = "the words are the compiler's")]
pub mod rules {}

#[doc = include_str!("error/foreign/tables.md")]
#[allow(clippy::doc_markdown, reason = "the names of crates and databases are no code")]
pub mod foreign {}

pub use budget::{Budget, Cut, Truncation};
pub use call::outside::DialectExt;
pub use dialect::shared_reply::SharedReply;
pub use dialects::*;
pub use envelope::Envelope;
pub use error::{
    Context, DeclaredFailure, DeclaredFailures, ErrorCode, ErrorPath, ErrorReport, ErrorType,
    FieldValue, Fields, OrNotFound, Retry, RetryAdvice, RetryAfter, ToolError, ToolFailure,
};
pub use metadata::{
    ErrorRateLimit, ErrorWarnings, RateLimit, Severity, Tier, UnknownWord, UpgradeHint, Warning,
    WarningCode, Warnings,
};
pub use negotiation::any_dialect::AnyDialect;
pub use negotiation::dialects::Dialects;
pub use output::Output;
pub use page::{Cursor, Page, PageLimit};
pub use payload::Payload;
pub use request_id::{IntoRequestId, RequestId};
pub use scope::NoFuture;
pub use status::Status;
pub use time::{IntoTime, Time};

#[cfg(feature = "macros")]
pub use envelope_macros::{Payload, ToolError, envelope_tool};
