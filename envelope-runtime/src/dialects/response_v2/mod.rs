//! `response-v2`: the response contract of Foundry MCP, following its [MCP Response Schema
//! Guide](https://github.com/foundry-works/foundry-mcp/blob/a325d4c140d01a37b7b467f6892f861c1b5ad255/dev_docs/codebase_standards/mcp_response_schema.md)
//! of 2026-01-25.
//!
//! | item | purpose |
//! |---|---|
//! | [`ResponseV2`] | the dialect, with the settings of its tools |
//! | [`Reply`] | data with metadata |
//! | [`Meta`], with [`Pagination`], [`RateLimit`](crate::RateLimit), [`Telemetry`], [`Warning`](crate::Warning), [`ContentFidelity`] | the metadata that a reply carries |
//!
//! ```
//! use envelope_runtime::response_v2::{ContentFidelity, Pagination, Reply};
//! use envelope_runtime::{ToolFailure, Warning, WarningCode, envelope_tool};
//!
//! #[envelope_tool(dialect = "response-v2", data = "findings", telemetry)]
//! async fn search(query: &str) -> Result<Reply<Vec<String>>, ToolFailure> {
//!     if query.is_empty() {
//!         return Err(ToolFailure::missing_required("query"));
//!     }
//!     Ok(Reply::new(vec![format!("about {query}")])
//!         .pagination(Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150).page_size(20))
//!         .warning("The index is 2 hours old")
//!         .warning_detail(
//!             Warning::new(WarningCode::ContentTruncated, "3 findings omitted").context("dropped_count", 3),
//!         )
//!         .content_fidelity(ContentFidelity::Partial)
//!         .dropped_content_ids(["finding-003", "finding-004", "finding-005"]))
//! }
//! ```
//!
//! # On the wire
//!
//! A success, and a failure:
//!
//! ```json
//! {
//!   "success": true,
//!   "data": {"tasks": []},
//!   "error": null,
//!   "meta": {"version": "response-v2", "request_id": "req_abc123"}
//! }
//! ```
//!
//! ```json
//! {
//!   "success": false,
//!   "data": {
//!     "error_code": "MISSING_REQUIRED",
//!     "error_type": "validation",
//!     "remediation": "Provide a non-empty query parameter",
//!     "details": {"field": "query", "constraint": "required"}
//!   },
//!   "error": "Validation failed: query is required",
//!   "meta": {"version": "response-v2", "request_id": "req_abc123"}
//! }
//! ```
//!
//! | field | type | success | failure |
//! |---|---|---|---|
//! | `success` | boolean | `true` | `false` |
//! | `data` | object | the tool's data, `{}` for `()` | `error_code`, `error_type`, `remediation`, `details` with the path as `path` and the `upgrades`, and the values marked as `data` |
//! | `error` | string or null | `null` | the message |
//! | `meta` | object | `version`, `request_id`, and the metadata of the [`Reply`] | `version`, `request_id`, and the fields marked as `warnings`, `rate_limit`, `telemetry` and `meta` |
//!
//! Metadata that is not given or is empty is absent, never null. The warnings of a failure are in `meta.warnings`, as messages, and in
//! `meta.warning_details` if they have a code, a severity or facts.
//!
//! # Settings
//!
//! All of them except `request_id` are methods of [`ResponseV2`].
//!
//! | setting | meaning |
//! |---|---|
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//! | `telemetry` | measures `meta.telemetry.duration_ms` |
//!
//! # Reserved keys
//!
//! | object | reserved keys | a value for such a key |
//! |---|---|---|
//! | `data = "…"` of a tool, and the fields and the tag of a [`Payload`](trait@crate::Payload) | `error_code`, `error_type` | does not compile in the attribute and in the derive |
//! | `data` of a failure | its [keys](#keys) | does not compile in the derive; gets the prefix `data_` in [`ToolFailure::data`](crate::ToolFailure::data) |
//! | `meta` | the [keys](#keys) of `meta` | does not compile in the derive; gets the prefix `meta_` in [`ToolFailure::meta`](crate::ToolFailure::meta); is left out by [`Reply::extra_meta`], with a warning in the log |
//! | `meta.telemetry` of a failure | `duration_ms` | has to be a number that is not negative; anything else is left out |
//! | `details` of a failure | `path`, if the error marks a path | is replaced by the path |
//! | `details` of a failure | `upgrades`, if the error has one | gets the prefix `detail_` |
//!
//! # Keys
//!
#![doc = include_str!("keys.md")]

#[cfg(feature = "schemars1")]
mod describe;
mod meta;
mod request_id;
mod shared_reply;
mod wire;

use crate::dialect::{Call, PlainData};

pub use self::meta::{ContentFidelity, Meta, Pagination, Reply, Telemetry};

/// The id of the contract, and the version that its envelopes name.
const ID: &str = "response-v2";

/// The dialect `response-v2`. Its methods are the settings of [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct ResponseV2 {
    /// Whether the envelope has the duration of the call.
    is_measured: bool,
}

impl ResponseV2 {
    /// `telemetry`: measures the duration of the body. It becomes `meta.telemetry.duration_ms`, in whole milliseconds,
    /// unless the reply or the failure carries its own.
    pub fn telemetry(mut self) -> Self {
        self.is_measured = true;
        self
    }

    /// The measured duration, if the tool has the setting for it.
    fn measured_ms(self, call: &Call) -> Option<u64> {
        call.elapsed_ms().filter(|_| self.is_measured)
    }
}

/// Plain data needs no metadata.
impl<T> PlainData<T> for ResponseV2 {}
