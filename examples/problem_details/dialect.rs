//! A custom dialect: problem details for HTTP APIs, RFC 9457. It uses only the public API.
//!
//! A success is the data as it is. A failure is a problem:
//!
//! ```json
//! {
//!   "type": "https://example.com/problems/not-found",
//!   "title": "Not Found",
//!   "status": 404,
//!   "detail": "There is no order 7",
//!   "instance": "/orders/7",
//!   "code": "NOT_FOUND",
//!   "order_id": 7
//! }
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use envelope_runtime::dialect::{Context, Data, Dialect, Json, PlainData, Settings};
use envelope_runtime::{ErrorReport, ErrorType, Reply};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The dialect. A tool names it by its path: `dialect = crate::ProblemDetails`.
pub struct ProblemDetails;

/// The settings of a tool, each a method, together with the context of one call.
#[derive(Debug)]
pub struct ProblemSettings {
    context: Context,
    types: Cow<'static, str>,
    instance: Option<String>,
    untitled: bool,
}

impl ProblemSettings {
    /// `types = "https://example.com/problems/"`: what the `type` of a problem starts with. Without it, a problem is
    /// `about:blank`, and its title is that of its HTTP status.
    pub fn types(mut self, base: impl Into<Cow<'static, str>>) -> Self {
        self.types = base.into();
        self
    }

    /// `instance = expr`: the URI of this occurrence of the problem.
    pub fn instance(mut self, uri: impl fmt::Display) -> Self {
        self.instance = Some(uri.to_string());
        self
    }

    /// `untitled`: leaves the title out, for clients that have their own titles.
    pub fn untitled(mut self) -> Self {
        self.untitled = true;
        self
    }
}

impl Settings for ProblemSettings {
    type Dialect = ProblemDetails;

    fn context(&self) -> &Context {
        &self.context
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}

/// What a reply carries beside its data: links to related resources.
#[derive(Clone, Debug, Default)]
pub struct Links(Vec<(String, String)>);

/// The methods of a reply. A custom dialect adds them with a trait.
pub trait Linked<T> {
    /// One more link.
    fn link(self, relation: &str, uri: impl fmt::Display) -> Reply<T, ProblemDetails>;
}

impl<T> Linked<T> for T {
    fn link(self, relation: &str, uri: impl fmt::Display) -> Reply<T, ProblemDetails> {
        Reply::from_parts(self, Links(vec![(relation.to_owned(), uri.to_string())]))
    }
}

/// Plain data has no links.
impl<T> PlainData<T> for ProblemSettings {
    fn meta(&mut self, _data: &T) -> Links {
        Links::default()
    }
}

impl Dialect for ProblemDetails {
    const ID: &'static str = "rfc-9457";

    type Root = Json;
    type Settings = ProblemSettings;
    type Meta = Links;

    fn settings(context: Context) -> ProblemSettings {
        ProblemSettings { context, types: "".into(), instance: None, untitled: false }
    }

    fn success<'a>(
        _settings: &'a ProblemSettings,
        data: Data,
        Links(links): &'a Links,
    ) -> impl Serialize + use<'a> {
        Success { data, links }
    }

    fn failure<'a>(
        settings: &'a ProblemSettings,
        report: &'a ErrorReport,
    ) -> impl Serialize + use<'a> {
        Problem { settings, report }
    }
}

/// The data, and the links around it if there are any.
struct Success<'a> {
    data: Data,
    links: &'a [(String, String)],
}

impl Serialize for Success<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.links.is_empty() {
            return self.data.serialize(serializer);
        }
        let links: BTreeMap<_, _> = self.links.iter().cloned().collect();
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("data", &self.data)?;
        map.serialize_entry("links", &links)?;
        map.end()
    }
}

/// The members of a problem, followed by its extensions.
struct Problem<'a> {
    settings: &'a ProblemSettings,
    report: &'a ErrorReport,
}

impl Problem<'_> {
    const MEMBERS: [&'static str; 7] =
        ["type", "title", "status", "detail", "instance", "code", "request_id"];

    /// The code, or the one that the error has for this dialect.
    fn code(&self) -> &str {
        self.report.code_for(ProblemDetails::ID).unwrap_or(self.report.code())
    }

    fn type_uri(&self) -> Cow<'_, str> {
        if self.settings.types.is_empty() {
            return "about:blank".into();
        }
        let name = self.code().to_lowercase().replace('_', "-");
        format!("{}{name}", self.settings.types).into()
    }
}

impl Serialize for Problem<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { settings, report } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("type", &self.type_uri())?;
        if !settings.untitled {
            map.serialize_entry("title", title(report.error_type()))?;
        }
        map.serialize_entry("status", &report.error_type().http_status())?;
        map.serialize_entry("detail", report.message())?;
        if let Some(instance) = settings.instance.as_deref().or(report.path()) {
            map.serialize_entry("instance", instance)?;
        }
        map.serialize_entry("code", self.code())?;
        if let Some(request_id) = settings.context.request_id() {
            map.serialize_entry("request_id", request_id.as_str())?;
        }
        if let Some(remediation) = report.remediation() {
            map.serialize_entry("remediation", remediation)?;
        }
        for (key, value) in report.details().iter().chain(report.data().iter()) {
            if !Self::MEMBERS.contains(&key) && key != "remediation" {
                map.serialize_entry(key, &value)?;
            }
        }
        map.end()
    }
}

/// The reason phrase of the category's HTTP status.
fn title(error_type: ErrorType) -> &'static str {
    match error_type.http_status() {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        409 => "Conflict",
        429 => "Too Many Requests",
        503 => "Service Unavailable",
        _ => "Internal Server Error",
    }
}
