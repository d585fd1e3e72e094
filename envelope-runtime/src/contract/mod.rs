//! Which contract a caller is answered in, where a tool or a server speaks several.
//!
//! A tool with `dialects(…)` speaks several contracts. It answers in the [ambient](Contract::current) one, which the server sets
//! around each call, or in the first of its list if there is none, or one that is not in the list:
//!
//! ```
//! use envelope_runtime::{Contract, Payload, ToolFailure, envelope_tool};
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
//!     Contract::new("mcp-2025-11-25").sync_scope(|| weather("Oslo")).as_str(),
//!     r#"{"content":[{"type":"text","text":"21.5°C"}],"structuredContent":{"celsius":21.5},"isError":false}"#
//! );
//! ```
//!
//! # Negotiation
//!
//! [`Contracts`] is the list that a server speaks. [`Contract::negotiate`] finds in it what a client asks for in its
//! capabilities, and [`Contract::accept`] what it asks for in the header `Accept-Version`. A client can name a contract by its
//! id, or by one of its [aliases](crate::Dialect::ALIASES), in upper or lower case:
//!
//! | contract | aliases |
//! |---|---|
//! | `response-v2` | `v2` |
//! | `dotbot-mcp-response@1` | `dotbot` |
//! | `mcp-2025-11-25` | `2025-11-25` |
//! | `mcp-2026-07-28` | `2026-07-28` |
//! | `code-scalpel-v1` | `code-scalpel` |
//!
//! A client that asks for nothing gets the first contract of the list. A client that asks for nothing that the server speaks
//! gets a `VALIDATION_ERROR`:
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
//! [`capability_negotiate`] is the action `capability-negotiate` of response-v2 as a tool. Under `axum`,
//! `ContractLayer` negotiates each request, and under `rmcp`, `call_tool_in` negotiates each call. An envelope says which
//! contract it follows: [`Envelope::contract`](crate::Envelope::contract), and the header `Content-Version` of an HTTP response.

mod ambient;
mod negotiate;
mod spoken;

pub use self::ambient::Contract;
pub(crate) use self::ambient::Names;
#[cfg(feature = "rmcp")]
pub(crate) use self::negotiate::RESPONSE_CONTRACT;
pub use self::negotiate::capability_negotiate;
pub use self::spoken::Contracts;
