//! Choosing the contract in which a tool answers its caller, and checking envelopes from any server against their contract.
//!
//! | subject | start with |
//! |---|---|
//! | the contract of a call | [`Contract::sync_scope`], [`Contract::scope`] |
//! | negotiation with a client | [`Contract::negotiate`], [`Contract::accept`], [`capability_negotiate`] |
//! | whether an envelope follows its contract | [`check`], [`assert_contract!`](crate::assert_contract) |
//!
//! A tool with `dialects(…)` speaks several contracts. It answers in the [ambient](Contract::current) contract, which the server
//! sets around each call. If there is none, or if it is not in the tool's list, the tool answers in the first contract of the list:
//!
//! ```
//! use envelope_runtime::mcp_2025_11_25::Mcp;
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
//!     Contract::of::<Mcp>().sync_scope(|| weather("Oslo")).as_str(),
//!     r#"{"content":[{"type":"text","text":"21.5°C"}],"structuredContent":{"celsius":21.5},"isError":false}"#
//! );
//! ```
//!
//! # Negotiation
//!
//! [`Contracts`] is the list that a server speaks. [`Contract::negotiate`] finds the contract that a client requests
//! in its capabilities, and [`Contract::accept`] the one in the header `Accept-Version`. A client can name a contract by its
//! id, or by an [alias](crate::dialect::Dialect::ALIASES), in upper or lower case:
//!
//! | contract | aliases |
//! |---|---|
//! | `response-v2` | `v2` |
//! | `dotbot-mcp-response@1` | `dotbot` |
//! | `mcp-2025-11-25` | `2025-11-25` |
//! | `mcp-2026-07-28` | `2026-07-28` |
//! | `code-scalpel-v1` | `code-scalpel` |
//! | `rfc9457` | `problem-details` |
//!
//! A client that names no contract gets the first one in the list. If the server speaks none of the contracts that the client
//! names, the result is a `VALIDATION_ERROR`:
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
//! `ContractLayer` negotiates each request, and under `rmcp`, `#[envelope_tool(dialects(…))]` above `#[tool_router]` negotiates each
//! call. [`Envelope::dialect`](crate::Envelope::dialect) names the contract of an envelope, and so does the header
//! `Content-Version` of an HTTP response.
//!
//! # Checking
//!
//! [`check`] takes the text of one envelope. It finds the contract by the envelope's keys; [`check_as`] takes it by its id. Each
//! [`Violation`] has the rule, its JSON Pointer, the value found there, and the section of the contract.
//!
//! ```
//! use envelope_runtime::contract;
//!
//! let envelope = r#"{"success":true,"data":{},"error":"none","meta":{"version":"response-v2"}}"#;
//! let violations = contract::check(envelope).unwrap_err();
//! assert_eq!(violations.dialect(), Some("response-v2"));
//!
//! let violation = &violations.as_slice()[0];
//! assert_eq!(violation.rule.id, "success-error");
//! assert_eq!(violation.pointer, "/error");
//! assert_eq!(violation.found, r#""none""#);
//! assert_eq!(
//!     violation.to_string(),
//!     "/error: `error` of a success is null, found \"none\" [success-error: response-v2, \"The `error` Field\"]"
//! );
//! ```
//!
//! In a test, [`assert_contract!`](crate::assert_contract) does the same and panics with the list.
//!
//! ## Checked rules
//!
//! Every rule of the contract's documents: required fields and types, allowed values, formats, and constraints between fields.
//! They are [listed below](#the-rules), and [`rules`] returns them. A violated recommendation
//! ("SHOULD") is not a violation but a [warning](Checked::warnings).
//!
//! A success of `rfc9457` is plain data, which [`check`] does not recognize, and in which [`check_as`] finds no violation.
//!
//! The rules are no stricter than the contract. Additional keys and empty arrays are always allowed. An optional field
//! can be null, except in the contracts of MCP, whose schema does not allow it. Your own data, details and metadata are not
//! checked, except for duplicate keys.
//!
//! At most 100 violations and 100 warnings are listed. Text that is not JSON, or that is nested deeper than `serde_json` reads (128
//! levels), violates the rule `json`.
//!
//! ## The rules
//!
#![doc = include_str!("rules.md")]
#![allow(clippy::doc_markdown, reason = "the names are the contracts'")]

pub(crate) mod ambient;
pub(crate) mod contracts;
mod negotiate;
mod outside;
pub(crate) mod several;

pub(crate) use self::ambient::Contract;
pub(crate) use self::contracts::Contracts;
#[cfg(feature = "rmcp")]
pub(crate) use self::negotiate::RESPONSE_CONTRACT;
#[cfg(feature = "macros")]
pub use self::negotiate::capability_negotiate;
#[cfg(feature = "axum")]
pub(crate) use self::negotiate::not_accepted;
