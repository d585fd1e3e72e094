//! `dotbot-mcp-response@1`: the response contract of dotbot.
//!
//! ```json
//! {
//!   "schema_id": "dotbot-mcp-response@1",
//!   "tool": "solution.structure",
//!   "version": "1.0.0",
//!   "status": "ok",
//!   "summary": "Found 12 projects in Axiome solution.",
//!   "data": {"projects": []},
//!   "warnings": [],
//!   "errors": [],
//!   "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 45, "source": "src/structure.rs"}
//! }
//! ```
//!
//! `status` is computed, never set: `error` if there are errors, else `warning` if there are warnings, else `ok`. A failure
//! has its error in `errors`, and `{}` as data. Of the error, `details` holds the remediation, the details and the values
//! marked as `data`; what other dialects put into metadata stands there too, as `rate_limit`, `telemetry`, `upgrades`, and
//! by its own key. A key that is taken is written with its kind before it, as in `data_remediation`.
//!
//! Every success has a summary of one sentence. Where it comes from:
//!
//! - the setting `summary("Found {} projects.", data.projects.len())`,
//! - a [`Reply`], which takes it first,
//! - the [`Summary`] of the data.
//!
//! The summary of a failure is the variant's `summary = "…"`, or else its message.
//!
//! The tool's settings are the methods of [`Call`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `tool = "solution.info"` | the tool's name, in place of the function's |
//! | `version = "1.0.0"` | the tool's version, in place of the package's |
//! | `summary("…", …)` | the summary, as a format string over `data` |
//! | `source = expr` | the relative path of the tool's source, in place of the file that it stands in |
//! | `host = Some(Host::Warp)` | the host, in place of what the environment tells; `None` for none |
//! | `correlation_id = expr` | the request id, in place of the [ambient](crate::RequestId) one |
//! | `write_to = expr` | the relative path of the file that the tool writes |

use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::{Instant, SystemTime};

use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::Merged;
use crate::call::{CallOf, Invocation, Lift, Peek, Take};
use crate::encoding::timestamp;
use crate::payload::Object;
use crate::request_id::{IntoRequestId, RequestId};
use crate::{Dialect, ErrorPath, ErrorReport, ErrorType, Status};

/// The dialect `dotbot-mcp-response@1`.
#[derive(Clone, Copy, Debug)]
pub struct Dotbot;

/// Data with its summary and the metadata of dotbot.
///
/// ```
/// use envelope_runtime::dotbot::{Intent, Issue, Reply};
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "dotbot-mcp-response@1", data = "standards")]
/// fn list_standards() -> Result<Reply<Vec<&'static str>>, ToolFailure> {
///     Ok(Reply::new("Found 1 standard, without frontmatter.", vec!["naming"])
///         .warning(Issue::new("FRONTMATTER_MISSING", "The file has no frontmatter").path("naming.md"))
///         .intent(Intent::new("standards.repair", "It can be repaired")))
/// }
///
/// let envelope = list_standards();
/// assert!(envelope.is_success());
/// assert!(envelope.as_str().contains(r#""status":"warning""#));
/// ```
pub type Reply<T> = crate::Reply<T, Dotbot>;

impl<T> Reply<T> {
    /// A summary of one sentence, and the data.
    pub fn new(summary: impl Into<String>, data: T) -> Self {
        let summary = summary.into();
        Self::from_parts(data, Meta { summary, ..Meta::default() })
    }

    fn with(self, change: impl FnOnce(&mut Meta)) -> Self {
        let (data, mut meta) = self.into_parts();
        change(&mut meta);
        Self::from_parts(data, meta)
    }

    /// Something that did not keep the tool from working: one more entry of `warnings`.
    pub fn warning(self, warning: Issue) -> Self {
        self.with(|meta| meta.warnings.push(warning))
    }

    /// Something that kept the tool from doing all of its work: one more entry of `errors`. The data are kept, and the
    /// status is `error`.
    pub fn error(self, error: Issue) -> Self {
        self.with(|meta| meta.errors.push(error))
    }

    /// What to do next.
    pub fn intent(self, intent: Intent) -> Self {
        self.with(|meta| meta.intent = Some(intent))
    }

    /// Something that can be done next: one more entry of `actions`.
    pub fn action(self, action: Action) -> Self {
        self.with(|meta| meta.actions.push(action))
    }

    /// The relative path of the file that the tool wrote, in place of the tool's setting.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn write_to(self, path: impl ErrorPath) -> Self {
        self.with(|meta| meta.write_to = path.to_text().map(|path| relative(&path)))
    }
}

/// The metadata of a [`Reply`].
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Meta {
    /// What happened, in one sentence.
    pub summary: String,
    /// What did not keep the tool from working.
    pub warnings: Vec<Issue>,
    /// What kept the tool from doing all of its work.
    pub errors: Vec<Issue>,
    /// What to do next.
    pub intent: Option<Intent>,
    /// What can be done next.
    pub actions: Vec<Action>,
    /// The relative path of the file that the tool wrote.
    pub write_to: Option<String>,
}

/// An entry of `warnings` or `errors`.
///
/// ```
/// use envelope_runtime::dotbot::Issue;
///
/// let issue = Issue::new("PROJECT_NOT_FOUND", "There is no project 'x'").detail("searched_name", "x");
/// assert_eq!(
///     serde_json::to_string(&issue)?,
///     r#"{"code":"PROJECT_NOT_FOUND","message":"There is no project 'x'","details":{"searched_name":"x"}}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "A warning or an error.")
)]
#[non_exhaustive]
#[must_use]
pub struct Issue {
    /// The code, in `SCREAMING_SNAKE_CASE`.
    pub code: String,
    /// The issue in words.
    pub message: String,
    /// The file that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Facts about it.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub details: Map<String, Value>,
}

impl Issue {
    /// An issue with a code in `SCREAMING_SNAKE_CASE`: one of the [catalogue](crate::ErrorCode), or one of your own. A code
    /// in another case is brought into that one.
    pub fn new(code: impl Into<String>, message: impl Into<String>) -> Self {
        let code = crate::error::screaming_snake_case(Cow::Owned(code.into())).into_owned();
        Self { code, message: message.into(), path: None, details: Map::new() }
    }

    /// The file that it is about.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn path(mut self, path: impl ErrorPath) -> Self {
        self.path = path.to_text().map(Cow::into_owned);
        self
    }

    /// One more fact about it.
    pub fn detail(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.details.insert(key.into(), value.into());
        self
    }
}

/// What to do next: `intent`.
///
/// ```
/// use envelope_runtime::dotbot::Intent;
///
/// let intent = Intent::new("solution.structure", "The roadmap is loaded").parameter("depth", 2);
/// assert_eq!(
///     serde_json::to_string(&intent)?,
///     r#"{"recommended_next":"solution.structure","reason":"The roadmap is loaded","parameters":{"depth":2}}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "What to do next.")
)]
#[non_exhaustive]
#[must_use]
pub struct Intent {
    /// The tool to call.
    pub recommended_next: String,
    /// Why.
    pub reason: String,
    /// What to call it with.
    #[serde(default)]
    pub parameters: Map<String, Value>,
}

impl Intent {
    /// A tool to call next, and why.
    pub fn new(recommended_next: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            recommended_next: recommended_next.into(),
            reason: reason.into(),
            parameters: Map::new(),
        }
    }

    /// One more parameter to call it with.
    pub fn parameter(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.parameters.insert(key.into(), value.into());
        self
    }
}

/// Something that can be done next: an entry of `actions`.
///
/// ```
/// use envelope_runtime::dotbot::Action;
///
/// let action = Action::suggestion("view", "View the structure", "It has changed", "solution.structure");
/// assert_eq!(
///     serde_json::to_string(&action)?,
///     concat!(
///         r#"{"id":"view","type":"suggestion","label":"View the structure","reason":"It has changed","#,
///         r#""tool":"solution.structure","parameters":{}}"#,
///     )
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "Something that can be done next.")
)]
#[non_exhaustive]
#[must_use]
pub struct Action {
    /// An id of the action.
    pub id: String,
    /// What kind of action it is, such as `suggestion`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What the user reads.
    pub label: String,
    /// Why the user should do it.
    pub reason: String,
    /// The tool to call.
    pub tool: String,
    /// What to call it with.
    #[serde(default)]
    pub parameters: Map<String, Value>,
}

impl Action {
    /// A suggestion with an id: what the user reads, why, and the tool that does it.
    pub fn suggestion(
        id: impl Into<String>,
        label: impl Into<String>,
        reason: impl Into<String>,
        tool: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            kind: "suggestion".to_owned(),
            label: label.into(),
            reason: reason.into(),
            tool: tool.into(),
            parameters: Map::new(),
        }
    }

    /// One more parameter to call the tool with.
    pub fn parameter(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.parameters.insert(key.into(), value.into());
        self
    }
}

/// The health of an operation, computed from its errors and warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The health of the operation.")
)]
#[serde(rename_all = "snake_case")]
pub enum Health {
    /// `ok`: neither errors nor warnings.
    Ok,
    /// `warning`: warnings, and no errors.
    Warning,
    /// `error`: errors.
    Error,
}

impl Health {
    fn of(warnings: usize, errors: usize) -> Self {
        match (warnings, errors) {
            (0, 0) => Self::Ok,
            (_, 0) => Self::Warning,
            _ => Self::Error,
        }
    }
}

/// The environment that the tools run in: `audit.host`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schemars",
    derive(schemars::JsonSchema),
    schemars(description = "The environment that the tool runs in.")
)]
#[serde(rename_all = "kebab-case")]
pub enum Host {
    /// `warp`, where `WARP_SESSION` is set.
    Warp,
    /// `claude-desktop`, where `CLAUDE_DESKTOP` is set.
    ClaudeDesktop,
    /// `ci`, where `CI` is set.
    Ci,
}

impl Host {
    /// The host that the environment of this process tells, which does not change.
    #[must_use]
    pub fn detect() -> Option<Self> {
        static HOST: OnceLock<Option<Host>> = OnceLock::new();
        *HOST.get_or_init(|| Self::from_variables(|name| std::env::var_os(name).is_some()))
    }

    fn from_variables(is_set: impl Fn(&str) -> bool) -> Option<Self> {
        let hosts = [
            ("WARP_SESSION", Self::Warp),
            ("CLAUDE_DESKTOP", Self::ClaudeDesktop),
            ("CI", Self::Ci),
        ];
        hosts.into_iter().find(|(name, _)| is_set(name)).map(|(_, host)| host)
    }
}

/// Data that says of itself, in one sentence, what happened. A tool that returns it needs no other summary.
///
/// ```
/// use envelope_runtime::{Payload, ToolFailure, dotbot, envelope_tool};
/// use serde::Serialize;
///
/// #[derive(Serialize, Payload)]
/// struct Projects {
///     projects: Vec<String>,
/// }
///
/// impl dotbot::Summary for Projects {
///     fn summary(&self) -> String {
///         format!("Found {} projects.", self.projects.len())
///     }
/// }
///
/// #[envelope_tool(dialect = "dotbot-mcp-response@1")]
/// fn list_projects() -> Result<Projects, ToolFailure> {
///     Ok(Projects { projects: vec![] })
/// }
///
/// assert!(list_projects().as_str().contains(r#""summary":"Found 0 projects.""#));
/// ```
#[diagnostic::on_unimplemented(
    message = "a dotbot envelope has a summary, and `{Self}` comes without one",
    label = "no summary",
    note = "add `summary(\"Found {{}} projects.\", data.projects.len())` to the attribute",
    note = "or return a `dotbot::Reply`, which takes the summary first, or implement `dotbot::Summary` for the data"
)]
pub trait Summary {
    /// What happened, in one sentence.
    fn summary(&self) -> String;
}

/// A call of a dotbot tool. Its methods are the tool's settings.
#[derive(Debug)]
#[must_use]
pub struct Call {
    invocation: Invocation,
    name: Option<Cow<'static, str>>,
    version: Option<Cow<'static, str>>,
    source: Option<String>,
    host: Option<Host>,
    correlation_id: Option<RequestId>,
    write_to: Option<String>,
    started: Instant,
    duration_ms: u64,
    timestamp: String,
}

impl Call {
    /// `tool = "solution.info"`: the tool's name, in place of the function's. It may be dotted.
    pub fn tool(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// `version = "1.0.0"`: the tool's semantic version, in place of the package's.
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// `summary("Found {} projects.", data.projects.len())`: the summary of a success, over the data. A [`Reply`] keeps its
    /// own.
    pub fn summary<P, F>(self, outcome: &P, summary: F) -> Summarised
    where
        P: Peek,
        Summarised: Take<P::Data>,
        F: FnOnce(&<Summarised as Take<P::Data>>::Data) -> String,
    {
        let summary = outcome.peek(|data| summary(<Summarised as Take<P::Data>>::data(data)));
        Summarised { call: self, summary: summary.unwrap_or_default() }
    }

    /// `source = expr`: the relative path of the tool's source, in place of the file that it stands in.
    pub fn source(mut self, path: impl ErrorPath) -> Self {
        self.source = path.to_text().map(|path| relative(&path));
        self
    }

    /// `host = Some(Host::Warp)`: the host, in place of what the environment tells. `None` is none.
    pub fn host(mut self, host: Option<Host>) -> Self {
        self.host = host;
        self
    }

    /// `correlation_id = expr`: the request id, in place of the [ambient](RequestId) one.
    pub fn correlation_id(mut self, id: impl IntoRequestId) -> Self {
        self.correlation_id = id.into_request_id();
        self
    }

    /// `write_to = expr`: the relative path of the file that the tool writes. A failure has not written it.
    pub fn write_to(mut self, path: impl ErrorPath) -> Self {
        self.write_to = path.to_text().map(|path| relative(&path));
        self
    }
}

/// A path with forward slashes, below the folder that it starts in.
fn relative(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = match path.split_once(":/") {
        Some((drive, path)) if drive.len() == 1 => path,
        _ => path.as_str(),
    };
    path.trim_start_matches('/').to_owned()
}

impl CallOf for Call {
    type Dialect = Dotbot;

    fn call(&self) -> &Call {
        self
    }

    fn invocation(&self) -> Invocation {
        self.invocation
    }

    fn tool_name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.invocation.tool().name())
    }

    fn settle(&mut self) {
        self.duration_ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.timestamp = timestamp(SystemTime::now());
        if self.correlation_id.is_none() {
            self.correlation_id = RequestId::current();
        }
    }

    fn request_id(&self) -> Option<&RequestId> {
        self.correlation_id.as_ref()
    }
}

impl<T: Summary> Lift<T> for Call {
    fn lift(&self, data: T) -> Reply<T> {
        Reply::new(data.summary(), data)
    }
}

/// A call whose summary a setting gave.
#[derive(Debug)]
#[must_use]
pub struct Summarised {
    call: Call,
    summary: String,
}

impl CallOf for Summarised {
    type Dialect = Dotbot;

    fn call(&self) -> &Call {
        &self.call
    }

    fn invocation(&self) -> Invocation {
        self.call.invocation
    }

    fn tool_name(&self) -> &str {
        self.call.tool_name()
    }

    fn settle(&mut self) {
        self.call.settle();
    }

    fn request_id(&self) -> Option<&RequestId> {
        self.call.request_id()
    }
}

impl<T> Lift<T> for Summarised {
    fn lift(&self, data: T) -> Reply<T> {
        Reply::new(&self.summary, data)
    }
}

impl Dialect for Dotbot {
    const ID: &'static str = "dotbot-mcp-response@1";

    type Root = Object;
    const ROOT: Object = Object;
    type Call = Call;
    type Meta = Meta;

    fn call(invocation: Invocation) -> Call {
        Call {
            invocation,
            name: None,
            version: None,
            source: None,
            host: Host::detect(),
            correlation_id: None,
            write_to: None,
            started: Instant::now(),
            duration_ms: 0,
            timestamp: String::new(),
        }
    }

    fn success<'a, T: Serialize>(
        call: &'a Call,
        data: &'a T,
        meta: &'a Meta,
    ) -> impl Serialize + use<'a, T> {
        Envelope {
            schema_id: Self::ID,
            tool: call.tool_name(),
            version: call.wire_version(),
            status: Health::of(meta.warnings.len(), meta.errors.len()),
            summary: &meta.summary,
            data,
            warnings: &meta.warnings,
            errors: &meta.errors,
            audit: Audit::new(call, meta.write_to.as_deref().or(call.write_to.as_deref())),
            intent: meta.intent.as_ref(),
            actions: &meta.actions,
        }
    }

    fn status(meta: &Meta) -> Status {
        match meta.errors.first() {
            None => Status::Success,
            Some(error) => Status::failure(error.code.clone(), ErrorType::Internal),
        }
    }

    fn failure<'a>(call: &'a Call, report: &'a ErrorReport) -> impl Serialize + use<'a> {
        Envelope {
            schema_id: Self::ID,
            tool: call.tool_name(),
            version: call.wire_version(),
            status: Health::Error,
            summary: report.summary(),
            data: Nothing {},
            warnings: [Nothing {}; 0],
            errors: Errors(report),
            audit: Audit::new(call, None),
            intent: None,
            actions: &[],
        }
    }
}

impl Call {
    fn wire_version(&self) -> &str {
        // Where something else than Cargo builds the tool, nobody knows its version.
        self.version.as_deref().or(self.invocation.tool().package_version()).unwrap_or("0.0.0")
    }
}

#[derive(Serialize)]
struct Envelope<'a, T, W, E> {
    schema_id: &'static str,
    tool: &'a str,
    version: &'a str,
    status: Health,
    summary: &'a str,
    data: T,
    warnings: W,
    errors: E,
    audit: Audit<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intent: Option<&'a Intent>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    actions: &'a [Action],
}

#[derive(Clone, Copy, Serialize)]
struct Nothing {}

#[derive(Serialize)]
struct Audit<'a> {
    timestamp: &'a str,
    duration_ms: u64,
    source: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Host>,
    #[serde(skip_serializing_if = "Option::is_none")]
    correlation_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    write_to: Option<&'a str>,
}

impl<'a> Audit<'a> {
    fn new(call: &'a Call, write_to: Option<&'a str>) -> Self {
        let source = match &call.source {
            Some(source) => Cow::Borrowed(source.as_str()),
            None => Cow::Owned(relative(call.invocation.tool().file())),
        };
        Self {
            timestamp: &call.timestamp,
            duration_ms: call.duration_ms,
            source,
            host: call.host,
            correlation_id: call.request_id().map(RequestId::as_str),
            write_to,
        }
    }
}

/// The one error of a failure.
struct Errors<'a>(&'a ErrorReport);

impl Serialize for Errors<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report) = self;
        let mut errors = serializer.serialize_seq(Some(1))?;
        errors.serialize_element(&FailureIssue {
            code: report.code_for(Dotbot::ID).unwrap_or(report.code()),
            message: report.message(),
            path: report.path(),
            details: Details::new(report),
        })?;
        errors.end()
    }
}

#[derive(Serialize)]
struct FailureIssue<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details<'a>>,
}

struct Details<'a>(&'a ErrorReport);

impl<'a> Details<'a> {
    fn new(report: &'a ErrorReport) -> Option<Self> {
        let empty = report.remediation().is_none()
            && report.details().is_empty()
            && report.data().is_empty()
            && report.rate_limit().is_none()
            && report.telemetry().is_empty()
            && report.meta().is_empty()
            && report.upgrades().is_empty();
        (!empty).then_some(Self(report))
    }
}

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report) = self;
        let mut map = Merged::new(serializer.serialize_map(None)?);
        map.beside_details(report)?;
        if !report.upgrades().is_empty() {
            map.entry("upgrades", &report.upgrades())?;
        }
        map.fields("detail", report.details())?;
        map.fields("data", report.data())?;
        map.fields("meta", report.meta())?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_in_the_order_of_the_contract() {
        let host = |set: &[&str]| Host::from_variables(|name| set.contains(&name));
        assert_eq!(host(&["WARP_SESSION", "CLAUDE_DESKTOP", "CI"]), Some(Host::Warp));
        assert_eq!(host(&["CLAUDE_DESKTOP", "CI"]), Some(Host::ClaudeDesktop));
        assert_eq!(host(&["CI"]), Some(Host::Ci));
        assert_eq!(host(&[]), None);
    }

    #[test]
    fn sources_are_relative_with_forward_slashes() {
        for (path, expected) in [
            ("src/tools.rs", "src/tools.rs"),
            ("src\\tools\\list.rs", "src/tools/list.rs"),
            ("/home/ann/tools.rs", "home/ann/tools.rs"),
            ("C:\\work\\tools.rs", "work/tools.rs"),
        ] {
            assert_eq!(relative(path), expected);
        }
    }

    #[test]
    fn health_is_computed() {
        assert_eq!(Health::of(0, 0), Health::Ok);
        assert_eq!(Health::of(2, 0), Health::Warning);
        assert_eq!(Health::of(0, 1), Health::Error);
        assert_eq!(Health::of(1, 1), Health::Error);
    }
}
