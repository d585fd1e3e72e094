//! `rfc9457`: [problem details for HTTP APIs](https://www.rfc-editor.org/rfc/rfc9457), RFC 9457 of July 2023.
//!
//! | item | purpose |
//! |---|---|
//! | [`Rfc9457`] | the dialect, with the settings of its tools |
//!
//! ```
//! use envelope_runtime::{ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "rfc9457", types = "https://example.com/problems/", instance = format_args!("/orders/{id}"))]
//! fn read_order(id: u64) -> Result<Vec<&'static str>, ToolFailure> {
//!     match id {
//!         1 => Ok(vec!["tea"]),
//!         _ => Err(ToolFailure::not_found("Order", id)),
//!     }
//! }
//!
//! assert_eq!(read_order(1).as_str(), r#"["tea"]"#);
//! assert!(read_order(7).as_str().starts_with(
//!     r#"{"type":"https://example.com/problems/not-found","title":"Not found","status":404,"detail":"Order not found: 7","instance":"/orders/7""#
//! ));
//! ```
//!
//! # On the wire
//!
//! A success is the data as it is, and has no metadata. A failure is a problem:
//!
//! ```json
//! {
//!   "type": "https://example.com/problems/not-found",
//!   "title": "Not found",
//!   "status": 404,
//!   "detail": "Order not found: 7",
//!   "instance": "/orders/7",
//!   "code": "NOT_FOUND",
//!   "category": "not_found",
//!   "retryable": false,
//!   "remediation": "List the orders",
//!   "details": {"resource_type": "order", "resource_id": "7"},
//!   "request_id": "req_abc123"
//! }
//! ```
//!
//! Over HTTP, its content type is `application/problem+json` (see [`Envelope::media_type`](crate::Envelope::media_type)), and its
//! `status` is also the status of the response.
//!
//! The members of the RFC:
//!
//! | member | value |
//! |---|---|
//! | `type` | the setting `types` with the code, or `about:blank` |
//! | `title` | the code in words; for `about:blank`, the phrase of the status, such as `Not Found` |
//! | `status` | the [HTTP status](crate::ErrorReport::http_status) of the failure |
//! | `detail` | the message |
//! | `instance` | the setting `instance` |
//!
//! Everything else is an extension member, for agents. Members without a value are absent:
//!
//! | member | value |
//! |---|---|
//! | `code`, `category` | the code and the error type of the failure |
//! | `retryable` | whether the same call can succeed later: the [advice](crate::Retry::advice) of the failure. Absent if it depends on the state, or is unknown |
//! | `retry_after` | the delay before a retry, in whole seconds, rounded up |
//! | `remediation` | the caller's next step |
//! | `details` | the facts about the error, with the path as `path`, and the problems of [wrong arguments](#wrong-arguments) as `problems` |
//! | `request_id` | the request id |
//! | `warnings` | the warnings of the failure, as objects with `message` and, if given, `code`, `severity` and `context` |
//! | `rate_limit`, `telemetry`, `upgrades`, `meta` | as the error marks them |
//! | any other | a value that is marked as `data` |
//!
//! The data `retry_after_seconds` is written as `retry_after`, if it is a whole number.
//!
//! # Wrong arguments
//!
//! If the arguments of a call do not fit, `details.problems` lists what is wrong with them:
//!
//! ```json
//! {
//!   "type": "about:blank",
//!   "title": "Bad Request",
//!   "status": 400,
//!   "detail": "Invalid JSON body: `title` is missing",
//!   "code": "MISSING_REQUIRED",
//!   "category": "validation",
//!   "retryable": false,
//!   "remediation": "Add `title` to the JSON body",
//!   "details": {"field": "title", "problems": [{"field": "title", "problem": "missing"}]}
//! }
//! ```
//!
//! # Successes
//!
//! Since a success is the plain data, it has no place for metadata: there is no `Reply`, and warnings about arguments are dropped. Data
//! that is cut to its [budget](crate::Budget) says so itself, as `truncation`, and a [`Page`](crate::Page) has its cursor in the data, as
//! `next_cursor`, which the last page omits.
//!
//! A body does not show whether the call succeeded; over HTTP, the content type and the status do. A client that has only the body
//! takes data that looks like a problem for a failure. So data should not have the keys `type`, `title`, `status` and `detail`
//! together.
//!
//! # Settings
//!
//! All of them except `request_id` are methods of [`Rfc9457`].
//!
//! | setting | meaning |
//! |---|---|
//! | `types = "https://…/"` | the URI in front of the code in `type`. A literal is checked |
//! | `instance = expr` | the URI of this occurrence of a problem, such as `format_args!("/orders/{id}")`. A literal is checked |
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//!
//! In a URI, characters that RFC 3986 does not allow are percent-encoded.
//!
//! # Reserved keys
//!
//! | object | reserved keys | a value for such a key |
//! |---|---|---|
//! | a problem | its [members](#keys) | gets the prefix `data_`, as in `data_status` |
//!
//! # Keys
//!
#![doc = include_str!("keys.md")]

#[cfg(feature = "schemars1")]
mod describe;
mod title;
mod uri;
mod wire;

use std::borrow::Cow;
use std::fmt;

use self::uri::encoded;
use crate::dialect::PlainData;

/// The id of the contract.
const ID: &str = "rfc9457";

/// The dialect `rfc9457`. Its methods are the settings of [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Rfc9457 {
    types: Option<Cow<'static, str>>,
    instance: Option<String>,
}

impl Rfc9457 {
    /// `types = "https://example.com/problems/"`: the URI in front of the code in `type`, such as
    /// `https://example.com/problems/not-found` for `NOT_FOUND`. A slash is inserted between them if the URI ends in a letter or a
    /// digit.
    ///
    /// Without it, a problem is `about:blank`, and its title is the phrase of its status.
    pub fn types(mut self, base: impl Into<Cow<'static, str>>) -> Self {
        self.types = Some(base.into());
        self
    }

    /// `instance = format_args!("/orders/{id}")`: the URI of this occurrence of a problem.
    pub fn instance(mut self, uri: impl fmt::Display) -> Self {
        let uri = uri.to_string();
        self.instance = Some(encoded(&uri).into_owned());
        self
    }
}

/// Plain data needs no metadata.
impl<T> PlainData<T> for Rfc9457 {}
