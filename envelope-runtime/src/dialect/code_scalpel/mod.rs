//! `code-scalpel-v1`: the tiered envelope of Code Scalpel.
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
//! Every key is always there: `error`, `error_details` and `data` are null rather than absent. On a failure, `data` holds
//! what the error marks as `data`, and `error_details` the remediation, the details, the path, the warnings, and what other
//! dialects put into metadata.
//!
//! Error codes are words of the contract's own vocabulary, in lower case. A code whose lower-case form is in it becomes that
//! word (`NOT_FOUND`, `INVALID_PATH`), one with `codes("code-scalpel-v1" = "…")` becomes what it says, and any other code
//! follows its category:
//!
//! | category | `error_code` |
//! |---|---|
//! | `validation` | `invalid_argument` |
//! | `authentication`, `authorization` | `forbidden` |
//! | `not_found` | `not_found` |
//! | `conflict` | `correction_needed` |
//! | `rate_limit` | `resource_exhausted` |
//! | `feature_flag` | `upgrade_required` |
//! | `unavailable` | `dependency_unavailable` |
//! | `internal` | `internal_error` |
//!
//! The contract forbids code contents in an error. So nothing but what is marked goes out, and every string of an error, keys
//! included, is truncated to [`MAX_ERROR_TEXT`] characters. A key that is taken gets its kind as a prefix, as in `data_success`.
//!
//! The tool's settings are the methods of [`Settings`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `tier = "pro"` | the tier of the caller; required. An expression gives a [`Tier`] |
//! | `tool = "security_scan"` | the tool's id, instead of the function's name |
//! | `version = "3.2.8"` | the tool's version, instead of the package's |
//! | `request_id = expr` | the request id, instead of the [ambient](crate::RequestId) one; where there is neither, one is made |
//! | `capabilities = ["…"]` | what this invocation supports, instead of `envelope-v1` |
//! | `mirror_failure` | gives a failure `{"success": false, "error": …}` as data |

mod code;
mod random_id;
mod reply;
#[cfg(feature = "schemars")]
mod schema;
mod truncate;
mod wire;

use std::borrow::Cow;

use serde::Serialize;

use super::{Context, Data, Dialect, Json, PlainData};
use crate::error::ErrorReport;
use crate::request_id::{IntoRequestId, RequestId};

pub use self::reply::{Meta, Reply};
pub use self::truncate::MAX_ERROR_TEXT;
pub use crate::metadata::{Tier, UpgradeHint};

/// The id of the contract.
const ID: &str = "code-scalpel-v1";

/// The dialect `code-scalpel-v1`.
#[derive(Clone, Copy, Debug)]
pub struct CodeScalpel;

/// The settings of a Code Scalpel tool, with what is known of one call.
#[derive(Debug)]
#[must_use]
pub struct Settings {
    context: Context,
    tier: Tier,
    capabilities: Option<Vec<Cow<'static, str>>>,
    mirrors_failure: bool,
}

impl Settings {
    /// `tier = "pro"`, or an expression that gives a [`Tier`]: the tier of the caller. The attribute requires it.
    pub fn tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// `tool = "security_scan"`: the tool's id, instead of the function's name.
    pub fn tool(mut self, id: impl Into<Cow<'static, str>>) -> Self {
        self.context.set_tool_name(id);
        self
    }

    /// `version = "3.2.8"`: the tool's semantic version, instead of the package's.
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.context.set_version(version);
        self
    }

    /// `request_id = expr`: the request id, instead of the [ambient](RequestId) one. If there is neither, one is generated.
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.context.set_request_id(id);
        self
    }

    /// `capabilities = ["envelope-v1", "streaming"]`: what this invocation supports, instead of `envelope-v1`.
    pub fn capabilities<C: Into<Cow<'static, str>>>(
        mut self,
        capabilities: impl IntoIterator<Item = C>,
    ) -> Self {
        self.capabilities = Some(capabilities.into_iter().map(Into::into).collect());
        self
    }

    /// `mirror_failure`: gives a failure `{"success": false, "error": …}` as data, beside what the error marks.
    pub fn mirror_failure(mut self) -> Self {
        self.mirrors_failure = true;
        self
    }
}

impl super::Settings for Settings {
    type Dialect = CodeScalpel;

    fn context(&self) -> &Context {
        &self.context
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}

/// Plain data needs no metadata.
impl<T> PlainData<T> for Settings {
    fn meta(&mut self, _data: &T) -> Meta {
        Meta::default()
    }
}

impl Dialect for CodeScalpel {
    const ID: &'static str = ID;
    const IS_TIMED: bool = true;

    type Root = Json;
    type Settings = Settings;
    type Meta = Meta;

    fn settings(context: Context) -> Settings {
        Settings { context, tier: Tier::Community, capabilities: None, mirrors_failure: false }
    }

    fn success<'a>(settings: &'a Settings, data: Data, meta: &'a Meta) -> impl Serialize + use<'a> {
        wire::success(settings, data, meta)
    }

    fn failure<'a>(settings: &'a Settings, report: &'a ErrorReport) -> impl Serialize + use<'a> {
        wire::failure(settings, report)
    }

    fn resolve_request_id(id: &mut Option<RequestId>) {
        id.get_or_insert_with(random_id::random_id);
    }
}
