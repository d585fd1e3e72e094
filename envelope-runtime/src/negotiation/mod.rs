//! Choosing the dialect in which a tool answers its caller.
//!
//! | subject | start with |
//! |---|---|
//! | the dialect of a call | [`AnyDialect::sync_scope`], [`AnyDialect::scope`] |
//! | negotiation with a client | [`AnyDialect::negotiate`], [`AnyDialect::accept`], [`capability_negotiate`] |
//!
//! A tool with `dialects(…)` speaks several dialects. It answers in the [ambient](AnyDialect::current) dialect, which the server sets
//! around each call. Without an ambient dialect, or if the tool does not speak it, the tool answers in the first dialect of its list:
//!
//! ```
//! use envelope_runtime::mcp_2025_11_25::Mcp;
//! use envelope_runtime::{AnyDialect, Payload, ToolFailure, envelope_tool};
//! use serde::Serialize;
//!
//! #[derive(Serialize, Payload)]
//! struct Weather {
//!     celsius: f64,
//! }
//!
//! #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), text("{}°C", data.celsius))]
//! fn weather(city: &str) -> Result<Weather, ToolFailure> {
//!     Ok(Weather { celsius: 21.5 })
//! }
//!
//! assert_eq!(
//!     weather("Oslo").as_str(),
//!     r#"{"success":true,"data":{"celsius":21.5},"error":null,"meta":{"version":"response-v2"}}"#
//! );
//! assert_eq!(
//!     AnyDialect::of::<Mcp>().sync_scope(|| weather("Oslo")).as_str(),
//!     r#"{"content":[{"type":"text","text":"21.5°C"}],"structuredContent":{"celsius":21.5},"isError":false}"#
//! );
//! ```
//!
//! # Negotiation
//!
//! [`Dialects`] lists the dialects of a server. [`AnyDialect::negotiate`] finds the dialect that a client requests in its capabilities, and
//! [`AnyDialect::accept`] finds the dialect that a client requests in the header `Accept-Version`. A client can name a dialect by its id,
//! or by an [alias](crate::dialect::Format::aliases), in upper or lower case:
//!
//! | dialect | aliases |
//! |---|---|
//! | `response-v2` | `v2` |
//! | `dotbot-mcp-response@1` | `dotbot` |
//! | `mcp-2025-11-25` | `2025-11-25` |
//! | `mcp-2026-07-28` | `2026-07-28` |
//! | `code-scalpel-v1` | `code-scalpel` |
//! | `rfc9457` | `problem-details` |
//!
//! A client that names no dialect gets the first dialect in the list. If the server speaks none of the dialects that the client names, the
//! result is a `VALIDATION_ERROR`:
//!
//! ```json
//! {
//!   "success": false,
//!   "data": {
//!     "error_code": "VALIDATION_ERROR",
//!     "error_type": "validation",
//!     "remediation": "Ask for one of: response-v2, mcp-2025-11-25",
//!     "details": {
//!       "field": "response_contract",
//!       "constraint": "one_of",
//!       "received": "v3",
//!       "supported": ["response-v2", "mcp-2025-11-25"]
//!     }
//!   },
//!   "error": "Validation failed: response_contract names no contract that this server speaks",
//!   "meta": {"version": "response-v2"}
//! }
//! ```
//!
//! [`capability_negotiate`] is a tool for the action `capability-negotiate` of response-v2. Under `axum`,
//! `DialectLayer` negotiates each request, and under `rmcp`, `#[envelope_tool(dialects(…))]` above `#[tool_router]` negotiates each
//! call. [`Envelope::dialect`](crate::Envelope::dialect) names the dialect of an envelope, and so does the header
//! `Content-Version` of an HTTP response.

pub(crate) mod any_dialect;
pub(crate) mod dialects;
mod failure_envelope;
mod negotiate;
pub(crate) mod several;

pub(crate) use self::any_dialect::AnyDialect;
pub(crate) use self::dialects::Dialects;
#[cfg(feature = "rmcp3")]
pub(crate) use self::negotiate::RESPONSE_CONTRACT;
#[cfg(feature = "macros")]
pub use self::negotiate::capability_negotiate;
