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
//! what the error marks as `data`, and `error_details` the remediation, the details, the path, and what other dialects put
//! into metadata.
//!
//! Error codes are those of the contract's own vocabulary, in lower case. A code that has a twin there becomes it
//! (`NOT_FOUND`, `INVALID_PATH`), one with `codes("code-scalpel-v1" = "…")` becomes that, and any other goes by its category:
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
//! The contract forbids the contents of code in an error. So nothing but what is marked goes out, and every string of an
//! error, keys included, is cut after [`MAX_ERROR_TEXT`] letters. A key that is taken is written with its kind before it, as in
//! `data_success`.
//!
//! The tool's settings are the methods of [`Call`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `tier = "pro"` | the tier of the caller; required. An expression gives a [`Tier`] |
//! | `tool = "security_scan"` | the tool's id, in place of the function's name |
//! | `version = "3.2.8"` | the tool's version, in place of the package's |
//! | `request_id = expr` | the request id, in place of the [ambient](crate::RequestId) one; where there is neither, one is made |
//! | `capabilities = ["…"]` | what this invocation supports, in place of `envelope-v1` |
//! | `mirror_failure` | gives a failure `{"success": false, "error": …}` as data |

use std::borrow::Cow;
use std::time::Instant;

use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

use super::Merged;
use crate::call::{CallOf, Invocation, Lift};
use crate::encoding::random_id;
use crate::error::cut;
use crate::payload::Json;
use crate::request_id::{IntoRequestId, RequestId};
use crate::{Dialect, ErrorReport, ErrorType};

/// How many letters of a string in an error are written; the last of them is an ellipsis where something is cut.
pub const MAX_ERROR_TEXT: usize = 500;

/// What an invocation supports where the tool does not say.
const CAPABILITIES: [Cow<'static, str>; 1] = [Cow::Borrowed("envelope-v1")];

/// The dialect `code-scalpel-v1`.
#[derive(Clone, Copy, Debug)]
pub struct CodeScalpel;

/// Data with the metadata of Code Scalpel.
///
/// ```
/// use envelope_runtime::code_scalpel::{Reply, Tier, UpgradeHint};
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "code-scalpel-v1", tier = tier)]
/// fn scan(tier: Tier) -> Result<Reply<Vec<&'static str>>, ToolFailure> {
///     Ok(Reply::new(vec!["finding"]).upgrade_hint(UpgradeHint::new(
///         "cross_file_taint",
///         Tier::Pro,
///         "Only single files were followed",
///     )))
/// }
///
/// assert!(scan(Tier::Community).as_str().contains(
///     r#""upgrade_hints":[{"feature":"cross_file_taint","tier":"pro","reason":"Only single files were followed"}]"#
/// ));
/// ```
pub type Reply<T> = crate::Reply<T, CodeScalpel>;

impl<T> Reply<T> {
    /// Data without upgrade hints.
    pub fn new(data: T) -> Self {
        Self::from_parts(data, Meta::default())
    }

    /// A feature that a higher tier has: one more entry of `upgrade_hints`.
    pub fn upgrade_hint(self, hint: UpgradeHint) -> Self {
        let (data, mut meta) = self.into_parts();
        meta.upgrade_hints.push(hint);
        Self::from_parts(data, meta)
    }
}

/// The metadata of a [`Reply`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Meta {
    /// The features that a higher tier has.
    pub upgrade_hints: Vec<UpgradeHint>,
}

/// A feature that a higher tier has: an entry of `upgrade_hints`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A feature that a higher tier has.")
)]
#[non_exhaustive]
pub struct UpgradeHint {
    /// The feature.
    pub feature: String,
    /// The tier that has it.
    pub tier: Tier,
    /// Why to upgrade.
    pub reason: String,
}

impl UpgradeHint {
    /// A feature, the tier that has it, and why to upgrade.
    pub fn new(feature: impl Into<String>, tier: Tier, reason: impl Into<String>) -> Self {
        Self { feature: feature.into(), tier, reason: reason.into() }
    }
}

/// What a caller has paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "What the caller has paid for.")
)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// `community`: nothing.
    Community,
    /// `pro`: the professional tier.
    Pro,
    /// `enterprise`: the highest tier.
    Enterprise,
}

/// A call of a Code Scalpel tool. Its methods are the tool's settings.
#[derive(Debug)]
#[must_use]
pub struct Call {
    invocation: Invocation,
    tier: Tier,
    id: Option<Cow<'static, str>>,
    version: Option<Cow<'static, str>>,
    request_id: Option<RequestId>,
    capabilities: Option<Vec<Cow<'static, str>>>,
    mirror_failure: bool,
    started: Instant,
    duration_ms: u64,
}

impl Call {
    /// `tier = "pro"`, or an expression that gives a [`Tier`]: the tier of the caller. The attribute asks for it.
    pub fn tier(mut self, tier: Tier) -> Self {
        self.tier = tier;
        self
    }

    /// `tool = "security_scan"`: the tool's id, in place of the function's name.
    pub fn tool(mut self, id: impl Into<Cow<'static, str>>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// `version = "3.2.8"`: the tool's semantic version, in place of the package's.
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// `request_id = expr`: the request id, in place of the [ambient](RequestId) one. Where there is neither, one is made.
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.request_id = id.into_request_id();
        self
    }

    /// `capabilities = ["envelope-v1", "streaming"]`: what this invocation supports, in place of `envelope-v1`.
    pub fn capabilities<C: Into<Cow<'static, str>>>(
        mut self,
        capabilities: impl IntoIterator<Item = C>,
    ) -> Self {
        self.capabilities = Some(capabilities.into_iter().map(Into::into).collect());
        self
    }

    /// `mirror_failure`: gives a failure `{"success": false, "error": …}` as data, beside what the error marks.
    pub fn mirror_failure(mut self) -> Self {
        self.mirror_failure = true;
        self
    }

    fn head<T, E, H>(&self, error: E, upgrade_hints: H, data: T) -> Envelope<'_, T, E, H> {
        Envelope {
            tier: self.tier,
            // Where something else than Cargo builds the tool, nobody knows its version.
            tool_version: self
                .version
                .as_deref()
                .or(self.invocation.tool().package_version())
                .unwrap_or("0.0.0"),
            tool_id: self.tool_name(),
            request_id: self.request_id().map(RequestId::as_str).unwrap_or_default(),
            capabilities: self.capabilities.as_deref().unwrap_or(&CAPABILITIES),
            duration_ms: self.duration_ms,
            error,
            upgrade_hints,
            data,
        }
    }
}

impl CallOf for Call {
    type Dialect = CodeScalpel;

    fn call(&self) -> &Call {
        self
    }

    fn invocation(&self) -> Invocation {
        self.invocation
    }

    fn tool_name(&self) -> &str {
        self.id.as_deref().unwrap_or(self.invocation.tool().name())
    }

    fn settle(&mut self) {
        self.duration_ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let id = self.request_id.take().or_else(RequestId::current);
        self.request_id = Some(id.unwrap_or_else(|| RequestId::new(random_id())));
    }

    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }
}

/// Plain data is all that the envelope needs.
impl<T> Lift<T> for Call {
    fn lift(&self, data: T) -> Reply<T> {
        Reply::new(data)
    }
}

impl Dialect for CodeScalpel {
    const ID: &'static str = "code-scalpel-v1";

    type Root = Json;
    const ROOT: Json = Json;
    type Call = Call;
    type Meta = Meta;

    fn call(invocation: Invocation) -> Call {
        Call {
            invocation,
            tier: Tier::Community,
            id: None,
            version: None,
            request_id: None,
            capabilities: None,
            mirror_failure: false,
            started: Instant::now(),
            duration_ms: 0,
        }
    }

    fn success<'a, T: Serialize>(
        call: &'a Call,
        data: &'a T,
        meta: &'a Meta,
    ) -> impl Serialize + use<'a, T> {
        call.head((), &meta.upgrade_hints, data)
    }

    fn failure<'a>(call: &'a Call, report: &'a ErrorReport) -> impl Serialize + use<'a> {
        let error = Error {
            error: cut(report.message(), MAX_ERROR_TEXT),
            error_code: error_code(report),
            error_details: ErrorDetails::new(report),
        };
        let upgrade_hints = report.upgrades().cut(MAX_ERROR_TEXT);
        call.head(error, upgrade_hints, FailureData { call, report })
    }
}

/// The words that an error code can be.
pub(crate) const VOCABULARY: [&str; 12] = envelope_macros::__list!("code-scalpel-v1", codes);

/// The code in the contract's vocabulary.
fn error_code(report: &ErrorReport) -> &str {
    if let Some(code) = report.code_for(CodeScalpel::ID).filter(|code| VOCABULARY.contains(code)) {
        return code;
    }
    match report.code() {
        "INVALID_ARGUMENT" => "invalid_argument",
        "INVALID_PATH" => "invalid_path",
        "FORBIDDEN" => "forbidden",
        "NOT_FOUND" => "not_found",
        "TIMEOUT" => "timeout",
        "TOO_LARGE" => "too_large",
        "RESOURCE_EXHAUSTED" => "resource_exhausted",
        "NOT_IMPLEMENTED" => "not_implemented",
        "UPGRADE_REQUIRED" => "upgrade_required",
        "DEPENDENCY_UNAVAILABLE" => "dependency_unavailable",
        "CORRECTION_NEEDED" => "correction_needed",
        _ => match report.error_type() {
            ErrorType::Validation => "invalid_argument",
            ErrorType::Authentication | ErrorType::Authorization => "forbidden",
            ErrorType::NotFound => "not_found",
            ErrorType::Conflict => "correction_needed",
            ErrorType::RateLimit => "resource_exhausted",
            ErrorType::FeatureFlag => "upgrade_required",
            ErrorType::Unavailable => "dependency_unavailable",
            ErrorType::Internal => "internal_error",
        },
    }
}

#[derive(Serialize)]
struct Envelope<'a, T, E, H> {
    tier: Tier,
    tool_version: &'a str,
    tool_id: &'a str,
    request_id: &'a str,
    capabilities: &'a [Cow<'static, str>],
    duration_ms: u64,
    error: E,
    upgrade_hints: H,
    data: T,
}

#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the names are the contract's")]
struct Error<'a> {
    error: Cow<'a, str>,
    error_code: &'a str,
    error_details: Option<ErrorDetails<'a>>,
}

struct ErrorDetails<'a>(&'a ErrorReport);

impl<'a> ErrorDetails<'a> {
    fn new(report: &'a ErrorReport) -> Option<Self> {
        let empty = report.remediation().is_none()
            && report.details_with_path().is_empty()
            && report.rate_limit().is_none()
            && report.telemetry().is_empty()
            && report.meta().is_empty();
        (!empty).then_some(Self(report))
    }
}

impl Serialize for ErrorDetails<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report) = self;
        let mut map = Merged::new(serializer.serialize_map(None)?).cut(MAX_ERROR_TEXT);
        map.beside_details(report)?;
        map.fields("detail", report.details_with_path().cut(MAX_ERROR_TEXT))?;
        map.fields("meta", report.meta().cut(MAX_ERROR_TEXT))?;
        map.end()
    }
}

/// What the error marks, what the mirror adds, or null.
struct FailureData<'a> {
    call: &'a Call,
    report: &'a ErrorReport,
}

impl Serialize for FailureData<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let data = self.report.data().cut(MAX_ERROR_TEXT);
        if data.is_empty() && !self.call.mirror_failure {
            return serializer.serialize_none();
        }
        let mut map = Merged::new(serializer.serialize_map(None)?).cut(MAX_ERROR_TEXT);
        if self.call.mirror_failure {
            map.entry("success", &false)?;
            map.entry("error", &cut(self.report.message(), MAX_ERROR_TEXT))?;
        }
        map.fields("data", data)?;
        map.end()
    }
}
