//! `code-scalpel-v1`: the tiered envelope of [Code Scalpel](https://github.com/3D-Tech-Solutions/code-scalpel), following version V1.0
//! of its contract.
//!
//! | item | purpose |
//! |---|---|
//! | [`CodeScalpel`] | the dialect, with the settings of its tools |
//! | [`Tier`] | the tier of a caller |
//! | [`Reply`], with [`UpgradeHint`](crate::UpgradeHint) | data, and the features of a higher tier |
//! | [`MAX_ERROR_TEXT`] | the length at which the texts of an error are truncated |
//! | [`Profile`] | selects the keys that a tool fills in |
//!
//! ```
//! use envelope_runtime::{Tier, ToolFailure, envelope_tool};
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
//! `duration_ms` is in whole milliseconds. A call without a request id gets a random one, of 32 hexadecimal digits. The setting
//! `profile = "minimal"` leaves the keys about the call null.
//!
//! On a failure, `data` holds the values that are marked as `data`, or null. `error_details` holds the remediation, the
//! details, the path, and the error's `rate_limit`, `telemetry` and `meta`. The warnings are
//! `error_details.warnings`, as objects with `message` and, if given, `code`, `severity` and `context`. `upgrade_hints`
//! holds the upgrades.
//!
//! The contract forbids source code in errors. Only marked values are sent, and every string of an error, keys included, is truncated
//! to [`MAX_ERROR_TEXT`] characters.
//!
//! # Error codes
//!
//! Error codes come from the contract's own vocabulary, in lower case: `invalid_argument`, `invalid_path`, `forbidden`,
//! `not_found`, `timeout`, `too_large`, `resource_exhausted`, `not_implemented`, `upgrade_required`,
//! `dependency_unavailable`, `correction_needed`, `internal_error`. The code of a failure becomes
//!
//! 1. the code from `codes("code-scalpel-v1" = "…")`, if there is one;
//! 2. its own lower-case form, if that is in the vocabulary, as for `NOT_FOUND` or `INVALID_PATH`;
//! 3. otherwise, the code for its error type:
//!
//! | error type | `error_code` |
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
//! `upgrade_required` always comes with an upgrade hint, which names the feature and the tier. A failure without an
//! [upgrade](crate::ToolFailure::upgrade) has the code `not_implemented` instead, however its code was set.
//!
//! # Code Scalpel today
//!
//! The contract is the document `MCP Response Envelope (V1.0 Contract)`. Code Scalpel 2.1.4 differs from it:
//!
//! | key | the document | Code Scalpel 2.1.4 |
//! |---|---|---|
//! | `tier`, `tool_version`, `tool_id`, `request_id`, `capabilities`, `duration_ms` | required | null, except in the profile `debug` and in graph tools |
//! | `upgrade_hints` | required | null in the profile `minimal`, which is the default, and null without hints |
//! | `warnings` | none | a list of texts, next to `data` |
//! | `error_details` of `correction_needed` | any object | `suggestions`, each with a `score`, and a `hint` |
//!
//! # Settings
//!
//! All of them except `tool`, `version` and `request_id` are methods of [`CodeScalpel`].
//!
//! | setting | meaning |
//! |---|---|
//! | `tier = "pro"` | the tier of the caller: a literal, or an expression of type [`Tier`]; required |
//! | `tool = "security_scan"` | the tool's id, instead of the function's name |
//! | `version = "3.2.8"` | the tool's semantic version, instead of the package's |
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//! | `capabilities = ["…"]` | the capabilities of this call, instead of `["envelope-v1"]` |
//! | `profile = "minimal"` | leaves the keys about the call null: see [`Profile`] |
//! | `mirror_failure` | adds `"success": false` and the message as `error` to the data of a failure |
//!
//! # Reserved keys
//!
//! | object | reserved keys | a value for such a key |
//! |---|---|---|
//! | `error_details` | `remediation`, `rate_limit`, `telemetry`, `warnings` | gets the prefix `detail_` or `meta_`, as in `meta_warnings` |
//! | `data` of a failure, with `mirror_failure` | `success`, `error` | gets the prefix `data_`, as in `data_success` |
//!
//! # Keys
//!
#![doc = include_str!("keys.md")]

mod code;
#[cfg(feature = "schemars1")]
mod describe;
mod reply;
mod truncate;
mod wire;

use std::borrow::Cow;

use envelope_contracts::code_scalpel::PROFILES;

use crate::dialect::PlainData;
use crate::metadata::{Tier, words};

pub use self::reply::{Meta, Reply};
pub use self::truncate::MAX_ERROR_TEXT;

/// The id of the contract.
const ID: &str = "code-scalpel-v1";

/// The dialect `code-scalpel-v1`. Its methods are the settings of [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Clone, Debug)]
#[must_use]
pub struct CodeScalpel {
    tier: Tier,
    capabilities: Option<Vec<Cow<'static, str>>>,
    mirrors_failure: bool,
    profile: Profile,
}

impl Default for CodeScalpel {
    fn default() -> Self {
        Self {
            tier: Tier::Community,
            capabilities: None,
            mirrors_failure: false,
            profile: Profile::Full,
        }
    }
}

words! {
    /// Selects the keys that a tool fills in: the value of the setting `profile`.
    pub enum Profile(PROFILES.words) {
        /// `full`: every key has a value, as the contract requires.
        Full,
        /// `minimal`: only `error`, `data` and the upgrade hints of the call have a value, as in the default profile of Code Scalpel
        /// 2.1.4.
        Minimal,
    }
}

impl CodeScalpel {
    /// `tier = "pro"`, or an expression of type [`Tier`]: the tier of the caller. The attribute requires it.
    pub fn tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// `capabilities = ["envelope-v1", "streaming"]`: the capabilities of this call, instead of `["envelope-v1"]`.
    pub fn capabilities<C: Into<Cow<'static, str>>>(
        mut self,
        capabilities: impl IntoIterator<Item = C>,
    ) -> Self {
        self.capabilities = Some(capabilities.into_iter().map(Into::into).collect());
        self
    }

    /// `profile = "minimal"`: only `error`, `data` and the upgrade hints of the call have a value. The other keys are null, and
    /// `warnings` is an empty list.
    ///
    /// ```
    /// use envelope_runtime::{ToolFailure, envelope_tool};
    ///
    /// #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", profile = "minimal")]
    /// fn count() -> Result<u8, ToolFailure> {
    ///     Ok(3)
    /// }
    ///
    /// assert_eq!(
    ///     count().as_str(),
    ///     concat!(
    ///         r#"{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,"#,
    ///         r#""error":null,"upgrade_hints":null,"warnings":[],"data":3}"#,
    ///     )
    /// );
    /// ```
    pub fn profile(mut self, profile: Profile) -> Self {
        self.profile = profile;
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
