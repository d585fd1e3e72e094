//! `code-scalpel-v1`: the tiered envelope of Code Scalpel.
//!
//! | item | what it is |
//! |---|---|
//! | [`CodeScalpel`] | the dialect, with the settings of its tools |
//! | [`Tier`] | the tier of a caller |
//! | [`Reply`], with [`UpgradeHint`] | data, and what a higher tier would add |
//! | [`MAX_ERROR_TEXT`] | the length at which the texts of an error are truncated |
//! | [`Response`], [`Success`], [`Failure`] | the envelope as a client reads it: `Response::into_result` gives one of the other two |
//!
//! ```
//! use envelope_runtime::code_scalpel::Tier;
//! use envelope_runtime::{ToolFailure, envelope_tool};
//!
//! #[envelope_tool(dialect = "code-scalpel-v1", version = "3.2.8", tier = tier)]
//! fn security_scan(tier: Tier, path: &str) -> Result<Vec<String>, ToolFailure> {
//!     Err(ToolFailure::not_found("File", path))
//! }
//!
//! assert!(security_scan(Tier::Pro, "a.py").as_str().contains(r#""error_code":"not_found""#));
//! ```
//!
//! # On the wire
//!
//! A success, and the `error` of a failure:
//!
//! ```json
//! {
//!   "tier": "pro",
//!   "tool_version": "3.2.8",
//!   "tool_id": "security_scan",
//!   "request_id": "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a",
//!   "capabilities": ["envelope-v1"],
//!   "duration_ms": 27,
//!   "error": null,
//!   "upgrade_hints": [],
//!   "data": {"risk_level": "high", "findings": []}
//! }
//! ```
//!
//! ```json
//! {
//!   "error": "File not found: a.py",
//!   "error_code": "not_found",
//!   "error_details": {"resource_type": "file", "resource_id": "a.py"}
//! }
//! ```
//!
//! Every key is always present: `error`, `error_details` and `data` are null rather than absent, and lists are empty.
//! `duration_ms` is in whole milliseconds. A call without a request id gets a random one, of 32 hexadecimal digits.
//!
//! On a failure, `data` holds the values that are marked as `data`, or null. `error_details` holds the remediation, the
//! details, the path, and what the error carries as `rate_limit`, `telemetry` and `meta`. The warnings are
//! `error_details.warnings`, as objects with `message` and, if given, `code`, `severity` and `context`. `upgrade_hints`
//! holds the upgrades.
//!
//! The contract forbids the contents of code in an error. Only marked values are sent, and every string of an error, keys
//! included, is truncated to [`MAX_ERROR_TEXT`] characters.
//!
//! # Error codes
//!
//! Error codes come from the contract's own vocabulary, in lower case: `invalid_argument`, `invalid_path`, `forbidden`,
//! `not_found`, `timeout`, `too_large`, `resource_exhausted`, `not_implemented`, `upgrade_required`,
//! `dependency_unavailable`, `correction_needed`, `internal_error`. The code of a failure becomes
//!
//! 1. the code from `codes("code-scalpel-v1" = "…")`, if there is one;
//! 2. its own lower-case form, if that is in the vocabulary, as for `NOT_FOUND` or `INVALID_PATH`;
//! 3. otherwise, the code for its category:
//!
//! | category | `error_code` |
//! |---|---|
//! | `validation` | `invalid_argument` |
//! | `authentication`, `authorization` | `forbidden` |
//! | `not_found` | `not_found` |
//! | `conflict` | `correction_needed` |
//! | `rate_limit` | `resource_exhausted` |
//! | `feature_flag` | `upgrade_required` if the failure has an upgrade, else `not_implemented` |
//! | `unavailable` | `dependency_unavailable` |
//! | `internal` | `internal_error` |
//!
//! `upgrade_required` always comes with an upgrade hint, which says what to upgrade to. However it was given, a failure without
//! an [upgrade](crate::ToolFailure::upgrade) has the code `not_implemented` instead. The only exception is a [`Failure`] that
//! another Code Scalpel tool answered with, which is passed on as it is.
//!
//! # Settings
//!
//! Each but `tool`, `version` and `request_id` is a method of [`CodeScalpel`].
//!
//! | setting | meaning |
//! |---|---|
//! | `tier = "pro"` | the tier of the caller: a literal, or an expression of type [`Tier`]; required |
//! | `tool = "security_scan"` | the tool's id, instead of the function's name |
//! | `version = "3.2.8"` | the tool's semantic version, instead of the package's |
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//! | `capabilities = ["…"]` | what this call supports, instead of `["envelope-v1"]` |
//! | `mirror_failure` | adds `"success": false` and the message as `error` to the data of a failure |
//!
//! # Reserved keys
//!
//! | where | reserved | a value for one of them |
//! |---|---|---|
//! | `error_details` | `remediation`, `rate_limit`, `telemetry`, `warnings` | gets the prefix `detail_` or `meta_`, as in `meta_warnings` |
//! | `data` of a failure, with `mirror_failure` | `success`, `error` | gets the prefix `data_`, as in `data_success` |
//!
//! # Keys
//!
#![doc = include_str!("keys.md")]

mod check;
mod code;
mod random_id;
mod read;
mod reply;
#[cfg(feature = "schemars")]
mod schema;
mod truncate;
mod wire;

use std::borrow::Cow;

use super::PlainData;

pub(crate) use self::check::RULEBOOK;
pub use self::read::{Failure, Response, ResponseMeta, Success};
pub use self::reply::{Meta, Reply};
pub use self::truncate::MAX_ERROR_TEXT;
pub use crate::metadata::{Tier, UpgradeHint};

/// The id of the contract.
const ID: &str = "code-scalpel-v1";

/// The dialect `code-scalpel-v1`. Its methods are the settings of [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Clone, Debug)]
#[must_use]
pub struct CodeScalpel {
    tier: Tier,
    capabilities: Option<Vec<Cow<'static, str>>>,
    mirrors_failure: bool,
}

impl Default for CodeScalpel {
    fn default() -> Self {
        Self { tier: Tier::Community, capabilities: None, mirrors_failure: false }
    }
}

impl CodeScalpel {
    /// `tier = "pro"`, or an expression of type [`Tier`]: the tier of the caller. The attribute requires it.
    pub fn tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// `capabilities = ["envelope-v1", "streaming"]`: what this call supports, instead of `["envelope-v1"]`.
    pub fn capabilities<C: Into<Cow<'static, str>>>(
        mut self,
        capabilities: impl IntoIterator<Item = C>,
    ) -> Self {
        self.capabilities = Some(capabilities.into_iter().map(Into::into).collect());
        self
    }

    /// `mirror_failure`: the data of a failure is `{"success": false, "error": <message>}` and the values that are marked as
    /// `data`.
    pub fn mirror_failure(mut self) -> Self {
        self.mirrors_failure = true;
        self
    }
}

/// Plain data needs no metadata.
impl<T> PlainData<T> for CodeScalpel {}
