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
use std::fmt;

use envelope_runtime::dialect::{Call, Dialect, Entries, Json, PlainData, key};
use envelope_runtime::{ErrorReport, ErrorType, Reply, RequestId};

/// The dialect. A tool names it by its path: `dialect = crate::ProblemDetails`. Its methods are the settings of the tool.
#[derive(Debug, Default)]
pub struct ProblemDetails {
    types: Cow<'static, str>,
    instance: Option<String>,
    untitled: bool,
}

impl ProblemDetails {
    /// `types = "https://example.com/problems/"`: the beginning of the `type` of a problem. Without it, a problem is
    /// `about:blank`, and its title is the one of its HTTP status.
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

    fn type_uri(&self, code: &str) -> Cow<'_, str> {
        if self.types.is_empty() {
            return "about:blank".into();
        }
        let name = code.to_lowercase().replace('_', "-");
        format!("{}{name}", self.types).into()
    }
}

/// The metadata of a reply: links to related resources.
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

/// A tool can return any data. Plain data has no links.
impl<T> PlainData<T> for ProblemDetails {}

impl Dialect for ProblemDetails {
    const ID: &'static str = "rfc-9457";

    type Root = Json;
    type Meta = Links;

    /// The data, and the links beside it if there are any.
    fn success(&self, _call: &Call, Links(links): &Links, envelope: &mut Entries<'_>) {
        if links.is_empty() {
            return envelope.only_data();
        }
        envelope.data(key!("data"));
        envelope.object(key!("links"), |entries| {
            for (relation, uri) in links {
                entries.string(relation.as_str(), uri);
            }
        });
    }

    /// The members of a problem, followed by its extensions.
    fn failure(&self, call: &Call, error: &ErrorReport, problem: &mut Entries<'_>) {
        const MEMBERS: [&str; 8] =
            ["type", "title", "status", "detail", "instance", "code", "request_id", "remediation"];

        // The code, or the one that the error has for this dialect.
        let code = error.code_for(Self::ID).unwrap_or(error.code());
        problem.string(key!("type"), &self.type_uri(code));
        if !self.untitled {
            problem.string(key!("title"), title(error.error_type()));
        }
        problem.number(key!("status"), error.http_status().into());
        problem.string(key!("detail"), error.message());
        problem.optional_string(key!("instance"), self.instance.as_deref().or(error.path()));
        problem.string(key!("code"), code);
        problem.optional_string(key!("request_id"), call.request_id().map(RequestId::as_str));
        problem.optional_string(key!("remediation"), error.remediation());
        problem.fields(error.details(), &MEMBERS);
        problem.fields(error.data(), &MEMBERS);
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
