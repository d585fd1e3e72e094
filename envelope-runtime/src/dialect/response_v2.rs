//! `response-v2`: the response contract of Foundry MCP.
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
//! | field | type | success | failure |
//! |---|---|---|---|
//! | `success` | boolean | `true` | `false` |
//! | `data` | object | the tool's data, `{}` if there is none | `error_code`, `error_type`, `remediation`, `details`, and what the error marks as `data` |
//! | `error` | string or null | `null` | the message |
//! | `meta` | object | `version`, and what the [`Reply`] carries | `version`, and what the error marks as `rate_limit`, `telemetry` and `meta` |
//!
//! Metadata that is not given is absent, never null. The tool's settings are the methods of [`Call`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `request_id = expr` | the request id, in place of the [ambient](crate::RequestId) one |
//! | `telemetry` | measures `meta.telemetry.duration_ms` |

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde::de::{self, Deserializer, Unexpected};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::call::{CallOf, Invocation, Lift};
use crate::error::screaming_snake_case;
use crate::further;
use crate::payload::Object;
use crate::request_id::{IntoRequestId, RequestId};
use crate::{Dialect, ErrorReport, ErrorType, Fields, Upgrades};

pub use crate::rate_limit::RateLimit;

/// The dialect `response-v2`.
#[derive(Clone, Copy, Debug)]
pub struct ResponseV2;

/// Data with the metadata of response-v2.
///
/// ```
/// use envelope_runtime::response_v2::{Pagination, Reply};
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "response-v2", data = "tasks")]
/// fn list_tasks() -> Result<Reply<Vec<&'static str>>, ToolFailure> {
///     Ok(Reply::new(vec!["task-001"])
///         .pagination(Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150))
///         .warning("Cache data is 2 hours old"))
/// }
///
/// assert_eq!(
///     list_tasks().as_str(),
///     concat!(
///         r#"{"success":true,"data":{"tasks":["task-001"]},"error":null,"meta":{"version":"response-v2","#,
///         r#""warnings":["Cache data is 2 hours old"],"#,
///         r#""pagination":{"cursor":"eyJvZmZzZXQiOjIwfQ==","has_more":true,"total_count":150}}}"#,
///     )
/// );
/// ```
pub type Reply<T> = crate::Reply<T, ResponseV2>;

impl<T> Reply<T> {
    /// Data without metadata.
    pub fn new(data: T) -> Self {
        Self::from_parts(data, None)
    }

    fn with(self, change: impl FnOnce(&mut Meta)) -> Self {
        let (data, mut meta) = self.into_parts();
        change(meta.get_or_insert_default());
        Self::from_parts(data, meta)
    }

    /// The id of the request, in place of the tool's setting and of the ambient one.
    pub fn request_id(self, id: impl IntoRequestId) -> Self {
        self.with(|meta| meta.request_id = id.into_request_id().map(|id| id.as_str().to_owned()))
    }

    /// Something that went wrong without making the call fail: one more entry of `warnings`.
    pub fn warning(self, message: impl Into<String>) -> Self {
        self.with(|meta| {
            let message = message.into();
            let mirrored = |warning: &Warning| warning.mirrored && warning.message == message;
            if !meta.warning_details.iter().any(mirrored) {
                meta.warnings.push(message);
            }
        })
    }

    /// The same with code, severity and context: one more entry of `warning_details`. Its message goes into `warnings`
    /// as well, once, for clients that read only those.
    pub fn warning_detail(self, warning: Warning) -> Self {
        self.with(|meta| {
            if warning.mirrored && !meta.warnings.contains(&warning.message) {
                meta.warnings.push(warning.message.clone());
            }
            meta.warning_details.push(warning);
        })
    }

    /// The page that the data are.
    pub fn pagination(self, pagination: Pagination) -> Self {
        self.with(|meta| meta.pagination = Some(pagination))
    }

    /// The state of the rate limit.
    pub fn rate_limit(self, rate_limit: RateLimit) -> Self {
        self.with(|meta| meta.rate_limit = Some(rate_limit))
    }

    /// Measurements of the call.
    pub fn telemetry(self, telemetry: Telemetry) -> Self {
        self.with(|meta| meta.telemetry = Some(telemetry))
    }

    /// How complete the data are: `content_fidelity`, with its schema version.
    pub fn fidelity(self, fidelity: ContentFidelity) -> Self {
        self.with(|meta| meta.content_fidelity = Some(fidelity))
    }

    /// Ids of content that was left out for its size: more entries of `dropped_content_ids`.
    pub fn dropped<I: Into<String>>(self, ids: impl IntoIterator<Item = I>) -> Self {
        self.with(|meta| {
            meta.dropped_content_ids.extend(ids.into_iter().map(Into::into));
        })
    }

    /// Where content that was left out can be had: one more entry of `content_archive_hashes`, with the hash of the
    /// archived content, such as `sha256:…`.
    pub fn archive(self, id: impl Into<String>, hash: impl Into<String>) -> Self {
        self.with(|meta| {
            meta.content_archive_hashes.insert(id.into(), hash.into());
        })
    }

    /// A further key of one's own in `meta`. The contract's keys keep their meaning: a value for one of them is left out.
    pub fn meta_field(self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.with(|meta| {
            further::insert(&mut meta.further, &Meta::RESERVED, key.into(), value.into());
        })
    }
}

/// The metadata of an envelope: what [`Reply`] fills when writing, and what a client reads from `meta`.
///
/// ```
/// use envelope_runtime::response_v2::{Meta, Severity};
///
/// let meta: Meta = serde_json::from_str(
///     r#"{"version":"response-v2","warning_details":[{"message":"old","severity":"info"}],"tenant":"acme"}"#,
/// )?;
/// assert_eq!(meta.warning_details[0].severity, Some(Severity::Info));
/// assert_eq!(meta.further()["tenant"], "acme");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[non_exhaustive]
pub struct Meta {
    /// The contract: always `response-v2`.
    pub version: Version,
    /// The id that ties the envelope to logs and traces.
    #[serde(default)]
    pub request_id: Option<String>,
    /// What went wrong without making the call fail, as text.
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The same with code, severity and context.
    #[serde(default)]
    pub warning_details: Vec<Warning>,
    /// The page that the data are.
    #[serde(default)]
    pub pagination: Option<Pagination>,
    /// The state of the rate limit.
    #[serde(default)]
    pub rate_limit: Option<RateLimit>,
    /// Measurements of the call.
    #[serde(default)]
    pub telemetry: Option<Telemetry>,
    /// How complete the data are.
    #[serde(default)]
    pub content_fidelity: Option<ContentFidelity>,
    /// The version of the four content keys. It is written as `1.0` whenever one of the others is.
    #[serde(default)]
    pub content_fidelity_schema_version: Option<String>,
    /// Ids of content that was left out.
    #[serde(default)]
    pub dropped_content_ids: Vec<String>,
    /// Hashes of archived content, by archive id.
    #[serde(default)]
    pub content_archive_hashes: BTreeMap<String, String>,
    #[serde(flatten)]
    further: Map<String, Value>,
}

impl Meta {
    /// The keys of `meta` that the contract gives a meaning.
    const RESERVED: [&'static str; 11] = envelope_macros::__list!("response-v2", reserved_meta);

    /// The keys that are not the contract's.
    #[must_use]
    pub fn further(&self) -> &Map<String, Value> {
        &self.further
    }

    /// The reply's own request id, in the contract's letters. An empty one is none.
    fn own_request_id(&self) -> Option<Cow<'_, str>> {
        self.request_id.as_deref().filter(|id| !id.is_empty()).map(safe_id)
    }
}

/// The contract's version marker, which is always the text `response-v2`. Reading any other is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(ResponseV2::ID)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let version = Cow::<str>::deserialize(deserializer)?;
        if version == ResponseV2::ID {
            Ok(Self)
        } else {
            Err(de::Error::invalid_value(Unexpected::Str(&version), &"`response-v2`"))
        }
    }
}

/// The page that a tool's data are: `meta.pagination`.
///
/// ```
/// use envelope_runtime::response_v2::Pagination;
///
/// let more = Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150).page_size(20);
/// assert_eq!(
///     serde_json::to_string(&more)?,
///     r#"{"cursor":"eyJvZmZzZXQiOjIwfQ==","has_more":true,"total_count":150,"page_size":20}"#
/// );
/// assert_eq!(serde_json::to_string(&Pagination::end())?, r#"{"has_more":false}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The page that the data are.")
)]
#[non_exhaustive]
#[must_use]
pub struct Pagination {
    /// What a client sends to get the next page. It is opaque to the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Whether there is a next page.
    #[serde(default)]
    pub has_more: bool,
    /// How many items there are on all pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_count: Option<u64>,
    /// How many items a page has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_size: Option<u64>,
    #[serde(flatten)]
    further: Map<String, Value>,
}

impl Pagination {
    const RESERVED: [&'static str; 4] = ["cursor", "has_more", "total_count", "page_size"];

    /// There is a next page, to be had with this cursor.
    pub fn next(cursor: impl Into<String>) -> Self {
        Self { cursor: Some(cursor.into()), has_more: true, ..Self::default() }
    }

    /// This is the last page.
    pub fn end() -> Self {
        Self::default()
    }

    /// How many items there are on all pages.
    pub fn total_count(mut self, items: u64) -> Self {
        self.total_count = Some(items);
        self
    }

    /// How many items a page has.
    pub fn page_size(mut self, items: u64) -> Self {
        self.page_size = Some(items);
        self
    }

    /// A further key of one's own. The four above keep their meaning: a value for one of them is left out.
    pub fn field(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        further::insert(&mut self.further, &Self::RESERVED, key.into(), value.into());
        self
    }

    /// The keys that are not the contract's.
    #[must_use]
    pub fn further(&self) -> &Map<String, Value> {
        &self.further
    }
}

/// Measurements of a call: `meta.telemetry`.
///
/// ```
/// use envelope_runtime::response_v2::Telemetry;
///
/// let telemetry = Telemetry::new().duration_ms(45).field("cache_hit", true);
/// assert_eq!(serde_json::to_string(&telemetry)?, r#"{"duration_ms":45,"cache_hit":true}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "Measurements of the call.")
)]
#[non_exhaustive]
#[must_use]
pub struct Telemetry {
    /// How long the call took, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<Number>,
    #[serde(flatten)]
    further: Map<String, Value>,
}

impl Telemetry {
    const RESERVED: [&'static str; 1] = ["duration_ms"];

    /// Nothing measured yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// How long the call took, in milliseconds. It goes before what the `telemetry` setting measures.
    pub fn duration_ms(mut self, milliseconds: impl Into<Number>) -> Self {
        self.duration_ms = Some(milliseconds.into());
        self
    }

    /// A further measurement. `duration_ms` keeps its meaning: a value for it is left out here.
    pub fn field(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        further::insert(&mut self.further, &Self::RESERVED, key.into(), value.into());
        self
    }

    /// The measurements beside the duration.
    #[must_use]
    pub fn further(&self) -> &Map<String, Value> {
        &self.further
    }
}

/// How complete a tool's data are: `meta.content_fidelity`.
///
/// | on the wire | meaning | when |
/// |---|---|---|
/// | `full` | everything is there | nothing was left out |
/// | `partial` | the structure is whole, some content is left out | a large response over a soft limit |
/// | `summary` | a condensed form of everything | few tokens are left |
/// | `reference_only` | ids and references without content | hardly any tokens are left |
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "How complete the data are.")
)]
#[serde(rename_all = "snake_case")]
pub enum ContentFidelity {
    /// `full`: everything is there.
    Full,
    /// `partial`: the structure is whole, some content is left out.
    Partial,
    /// `summary`: a condensed form of everything.
    Summary,
    /// `reference_only`: ids and references without content.
    ReferenceOnly,
}

/// How much a warning matters: `severity` of an entry of `meta.warning_details`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "How much a warning matters.")
)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// `info`: nothing is to be done.
    Info,
    /// `warning`: a possible problem; look at the context and decide.
    Warning,
    /// `error`: a grave problem; deal with it before going on.
    Error,
}

/// What a warning is about: `code` of an entry of `meta.warning_details`.
///
/// | on the wire | severity | meaning |
/// |---|---|---|
/// | `CONTENT_TRUNCATED` | `info` | content was cut for its size |
/// | `STALE_CACHE` | `warning` | cached data may be out of date |
/// | `PARTIAL_FAILURE` | `warning` | a part of the work failed, the whole did not |
/// | `DEPRECATED_FIELD` | `info` | the response has deprecated fields |
/// | `RATE_LIMIT_APPROACHING` | `warning` | the rate limit is near |
/// | `FALLBACK_USED` | `info` | the primary source could not be had |
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "What a warning is about.")
)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[non_exhaustive]
pub enum WarningCode {
    /// `CONTENT_TRUNCATED`: content was cut for its size. Severity `info`.
    ContentTruncated,
    /// `STALE_CACHE`: cached data may be out of date. Severity `warning`.
    StaleCache,
    /// `PARTIAL_FAILURE`: a part of the work failed, the whole did not. Severity `warning`.
    PartialFailure,
    /// `DEPRECATED_FIELD`: the response has deprecated fields. Severity `info`.
    DeprecatedField,
    /// `RATE_LIMIT_APPROACHING`: the rate limit is near. Severity `warning`.
    RateLimitApproaching,
    /// `FALLBACK_USED`: the primary source could not be had. Severity `info`.
    FallbackUsed,
    /// A code of one's own, in `SCREAMING_SNAKE_CASE`. It has no severity but the one that the warning is given.
    #[serde(untagged)]
    Custom(String),
}

impl WarningCode {
    /// The severity of a standard code.
    #[must_use]
    pub fn severity(&self) -> Option<Severity> {
        match self {
            Self::ContentTruncated | Self::DeprecatedField | Self::FallbackUsed => {
                Some(Severity::Info)
            }
            Self::StaleCache | Self::PartialFailure | Self::RateLimitApproaching => {
                Some(Severity::Warning)
            }
            Self::Custom(_) => None,
        }
    }
}

/// A warning with more than its message: an entry of `meta.warning_details`.
///
/// ```
/// use envelope_runtime::response_v2::{Severity, Warning, WarningCode};
///
/// let warning = Warning::new(WarningCode::ContentTruncated, "3 findings omitted").context("dropped_count", 3);
/// assert_eq!(
///     serde_json::to_string(&warning)?,
///     r#"{"code":"CONTENT_TRUNCATED","severity":"info","message":"3 findings omitted","context":{"dropped_count":3}}"#
/// );
///
/// let own = Warning::custom("INDEX_STALE", Severity::Error, "The index is a day old");
/// assert_eq!(
///     serde_json::to_string(&own)?,
///     r#"{"code":"INDEX_STALE","severity":"error","message":"The index is a day old"}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A warning with more than its message.")
)]
#[non_exhaustive]
#[must_use]
pub struct Warning {
    /// What it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<WarningCode>,
    /// How much it matters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// The warning in words.
    pub message: String,
    /// Facts about it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub context: Map<String, Value>,
    /// Whether the message also stands in `warnings`.
    #[serde(skip)]
    mirrored: bool,
}

impl Warning {
    /// A warning with a code, and the severity of that code.
    pub fn new(code: WarningCode, message: impl Into<String>) -> Self {
        let severity = code.severity();
        Self { code: Some(code), severity, ..Self::uncoded(message) }
    }

    /// A warning with a code of one's own, in `SCREAMING_SNAKE_CASE`: one in another case is brought into it. The name of a
    /// standard code is that code.
    pub fn custom(code: impl Into<String>, severity: Severity, message: impl Into<String>) -> Self {
        let code = screaming_snake_case(Cow::Owned(code.into())).into_owned();
        let code = Value::String(code);
        let code = WarningCode::deserialize(&code).ok();
        Self { code, severity: Some(severity), ..Self::uncoded(message) }
    }

    /// A warning that is only a message, to which severity and context can be added.
    pub fn uncoded(message: impl Into<String>) -> Self {
        Self {
            code: None,
            severity: None,
            message: message.into(),
            context: Map::new(),
            mirrored: true,
        }
    }

    /// Another severity than the code's.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// One more fact about the warning.
    pub fn context(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.context.insert(key.into(), value.into());
        self
    }

    /// Keeps the message out of `warnings`, so that it stands in `warning_details` alone.
    pub fn details_only(mut self) -> Self {
        self.mirrored = false;
        self
    }
}

/// A call of a response-v2 tool. Its methods are the tool's settings.
#[derive(Debug)]
#[must_use]
pub struct Call {
    invocation: Invocation,
    request_id: Option<RequestId>,
    started: Option<Instant>,
    measured: Option<Duration>,
}

impl Call {
    /// `request_id = expr`: the id of the request, in place of the [ambient](RequestId) one. An empty one is none. Every
    /// letter that is not an ASCII letter, a digit, `_` or `-` is written as `_`.
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.request_id = id.into_request_id();
        self
    }

    /// `telemetry`: measures how long the call takes, from here to the moment when the outcome is there. It becomes
    /// `meta.telemetry.duration_ms`, in whole milliseconds, unless the tool gives its own.
    pub fn telemetry(mut self) -> Self {
        self.started = Some(Instant::now());
        self
    }

    #[inline]
    fn measured_ms(&self) -> Option<Number> {
        self.measured.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX).into())
    }
}

impl CallOf for Call {
    type Dialect = ResponseV2;

    fn call(&self) -> &Call {
        self
    }

    fn invocation(&self) -> Invocation {
        self.invocation
    }

    #[inline]
    fn settle(&mut self) {
        self.measured = self.started.map(|started| started.elapsed());
        if let Some(id) = self.request_id.take().or_else(RequestId::current) {
            self.request_id = Some(safe(id));
        }
    }

    fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }
}

/// Plain data is all that response-v2 needs.
impl<T> Lift<T> for Call {
    fn lift(&self, data: T) -> Reply<T> {
        Reply::new(data)
    }
}

fn safe(id: RequestId) -> RequestId {
    match safe_id(id.as_str()) {
        Cow::Borrowed(_) => id,
        Cow::Owned(safe) => RequestId::new(safe),
    }
}

/// The id in the contract's letters.
fn safe_id(id: &str) -> Cow<'_, str> {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    if id.chars().all(fits) {
        return Cow::Borrowed(id);
    }
    Cow::Owned(id.chars().map(|letter| if fits(letter) { letter } else { '_' }).collect())
}

impl Dialect for ResponseV2 {
    const ID: &'static str = "response-v2";

    type Root = Object;
    const ROOT: Object = Object;
    type Call = Call;
    /// Plain data has none, and pays for none.
    type Meta = Option<Box<Meta>>;

    fn call(invocation: Invocation) -> Call {
        Call { invocation, request_id: None, started: None, measured: None }
    }

    fn success<'a, T: Serialize>(
        call: &'a Call,
        data: &'a T,
        meta: &'a Option<Box<Meta>>,
    ) -> impl Serialize + use<'a, T> {
        let meta = match meta {
            None => SuccessMeta::Bare(BareMeta::new(call)),
            Some(meta) => SuccessMeta::Full(FullMeta::new(call, meta)),
        };
        Success { success: true, data, error: (), meta }
    }

    fn request_id(call: &Call, meta: &Option<Box<Meta>>) -> Option<RequestId> {
        let given = meta.as_ref().and_then(|meta| meta.own_request_id());
        given.map(RequestId::new).or_else(|| call.request_id().cloned())
    }

    fn failure<'a>(call: &'a Call, report: &'a ErrorReport) -> impl Serialize + use<'a> {
        Failure {
            success: false,
            data: FailureData {
                error_code: report.code_for(Self::ID).unwrap_or(report.code()),
                error_type: report.error_type(),
                remediation: report.remediation(),
                details: Some(report.details_with_path()).filter(|details| !details.is_empty()),
                upgrades: Some(report.upgrades()).filter(|upgrades| !upgrades.is_empty()),
                further: FailureFields { report, of: Further::Data },
            },
            error: report.message(),
            meta: FailureMeta {
                version: Version,
                request_id: call.request_id().map(RequestId::as_str),
                rate_limit: report.rate_limit(),
                telemetry: FailureTelemetry::new(call, report),
                further: FailureFields { report, of: Further::Meta },
            },
        }
    }
}

#[derive(Serialize)]
#[allow(clippy::struct_field_names, reason = "the names are the contract's")]
struct Success<'a, T> {
    success: bool,
    data: &'a T,
    error: (),
    meta: SuccessMeta<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum SuccessMeta<'a> {
    Bare(BareMeta<'a>),
    Full(FullMeta<'a>),
}

/// What there is to say of plain data.
#[derive(Serialize)]
struct BareMeta<'a> {
    version: Version,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    telemetry: Option<SuccessTelemetry<'a>>,
}

impl<'a> BareMeta<'a> {
    #[inline]
    fn new(call: &'a Call) -> Self {
        Self {
            version: Version,
            request_id: call.request_id().map(RequestId::as_str),
            telemetry: SuccessTelemetry::new(call, None),
        }
    }
}

#[derive(Serialize)]
struct FullMeta<'a> {
    version: Version,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warnings: &'a [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    warning_details: &'a [Warning],
    #[serde(skip_serializing_if = "Option::is_none")]
    pagination: Option<&'a Pagination>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_limit: Option<&'a RateLimit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    telemetry: Option<SuccessTelemetry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_fidelity: Option<ContentFidelity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content_fidelity_schema_version: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    dropped_content_ids: &'a [String],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    content_archive_hashes: &'a BTreeMap<String, String>,
    #[serde(flatten)]
    further: &'a Map<String, Value>,
}

impl<'a> FullMeta<'a> {
    fn new(call: &'a Call, meta: &'a Meta) -> Self {
        let any_fidelity = meta.content_fidelity.is_some()
            || !meta.dropped_content_ids.is_empty()
            || !meta.content_archive_hashes.is_empty();
        let schema_version = meta.content_fidelity_schema_version.as_deref();
        Self {
            version: Version,
            request_id: meta
                .own_request_id()
                .or_else(|| call.request_id().map(|id| Cow::Borrowed(id.as_str()))),
            warnings: &meta.warnings,
            warning_details: &meta.warning_details,
            pagination: meta.pagination.as_ref(),
            rate_limit: meta.rate_limit.as_ref().filter(|state| **state != RateLimit::default()),
            telemetry: SuccessTelemetry::new(call, meta.telemetry.as_ref()),
            content_fidelity: meta.content_fidelity,
            content_fidelity_schema_version: schema_version.or(any_fidelity.then_some("1.0")),
            dropped_content_ids: &meta.dropped_content_ids,
            content_archive_hashes: &meta.content_archive_hashes,
            further: &meta.further,
        }
    }
}

/// The tool's measurements, and the call's duration unless the tool gives its own.
#[derive(Serialize)]
struct SuccessTelemetry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<Number>,
    #[serde(flatten)]
    further: Option<&'a Map<String, Value>>,
}

impl<'a> SuccessTelemetry<'a> {
    #[inline]
    fn new(call: &Call, telemetry: Option<&'a Telemetry>) -> Option<Self> {
        let given = telemetry.and_then(|telemetry| telemetry.duration_ms.clone());
        let duration_ms = given.or_else(|| call.measured_ms());
        let further = telemetry.map(Telemetry::further).filter(|further| !further.is_empty());
        (duration_ms.is_some() || further.is_some()).then_some(Self { duration_ms, further })
    }
}

#[derive(Serialize)]
struct Failure<'a, R> {
    success: bool,
    data: FailureData<'a>,
    error: &'a str,
    meta: FailureMeta<'a, R>,
}

#[derive(Serialize)]
struct FailureData<'a> {
    error_code: &'a str,
    error_type: ErrorType,
    #[serde(skip_serializing_if = "Option::is_none")]
    remediation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Fields<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upgrades: Option<Upgrades<'a>>,
    #[serde(flatten)]
    further: FailureFields<'a>,
}

impl FailureData<'_> {
    const RESERVED: [&'static str; 5] = envelope_macros::__list!("response-v2", reserved_data);
}

#[derive(Serialize)]
struct FailureMeta<'a, R> {
    version: Version,
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_limit: Option<R>,
    #[serde(skip_serializing_if = "Option::is_none")]
    telemetry: Option<FailureTelemetry<'a>>,
    #[serde(flatten)]
    further: FailureFields<'a>,
}

/// The measurements before a failure, and the call's duration unless the error gives its own.
#[derive(Serialize)]
struct FailureTelemetry<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    duration_ms: Option<Number>,
    #[serde(flatten)]
    further: FailureFields<'a>,
}

impl<'a> FailureTelemetry<'a> {
    fn new(call: &Call, report: &'a ErrorReport) -> Option<Self> {
        let duration_ms = report.duration_ms().or_else(|| call.measured_ms());
        let further = FailureFields { report, of: Further::Telemetry };
        (duration_ms.is_some() || !further.is_empty()).then_some(Self { duration_ms, further })
    }
}

/// The keys of one's own in a part of a failure, without those that the contract writes there.
struct FailureFields<'a> {
    report: &'a ErrorReport,
    of: Further,
}

#[derive(Clone, Copy)]
enum Further {
    Data,
    Meta,
    Telemetry,
}

impl<'a> FailureFields<'a> {
    fn iter(&self) -> impl Iterator<Item = (&'a str, impl Serialize + use<'a>)> + use<'a> {
        let (fields, reserved): (_, &[&str]) = match self.of {
            Further::Data => (self.report.data(), &FailureData::RESERVED),
            Further::Meta => (self.report.meta(), &Meta::RESERVED),
            Further::Telemetry => (self.report.telemetry(), &Telemetry::RESERVED),
        };
        fields.iter().filter(move |(key, _)| !reserved.contains(key))
    }

    fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }
}

impl Serialize for FailureFields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
