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
//! has its error in `errors`, its warnings in `warnings`, and `{}` as data. The error's `details` are the remediation, the
//! details and the values marked as `data`, and what other dialects put into metadata: `rate_limit`, `telemetry`, `upgrades`,
//! and extra metadata by its own key. A key that is taken gets its kind as a prefix, as in `data_remediation`.
//!
//! Every success has a summary of one sentence. Where it comes from:
//!
//! - the setting `summary("Found {} projects.", data.projects.len())`,
//! - a [`Reply`], which takes it first,
//! - the [`Summary`] of the data.
//!
//! The summary of a failure is the variant's `summary = "…"`, or else its message.
//!
//! The tool's settings are the methods of [`Settings`]:
//!
//! | setting | what it does |
//! |---|---|
//! | `tool = "solution.info"` | the tool's name, instead of the function's |
//! | `version = "1.0.0"` | the tool's version, instead of the package's |
//! | `summary("…", …)` | the summary, as a format string over `data` |
//! | `source = expr` | the relative path of the tool's source, instead of the file that it is in |
//! | `host = Some(Host::Warp)` | the host, instead of the one that the environment variables name; `None` for none |
//! | `correlation_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//! | `write_to = expr` | the relative path of the file that the tool writes |

mod health;
mod host;
mod issue;
mod next;
mod path;
mod reply;
#[cfg(feature = "schemars")]
mod schema;
mod summary;
mod timestamp;
mod wire;

use std::borrow::Cow;
use std::time::SystemTime;

use serde::Serialize;

use self::path::relative;
use self::timestamp::Timestamp;
use super::returned::{Peek, Returned};
use super::{Context, Data, Dialect, IntoSettings, Object, PlainData};
use crate::error::{ErrorPath, ErrorReport, ErrorType};
use crate::outcome::Status;
use crate::request_id::IntoRequestId;

pub use self::health::Health;
pub use self::host::Host;
pub use self::issue::Issue;
pub use self::next::{Action, Intent};
pub use self::reply::{Meta, Reply};
pub use self::summary::Summary;

/// The id of the contract.
const ID: &str = "dotbot-mcp-response@1";

/// The dialect `dotbot-mcp-response@1`.
#[derive(Clone, Copy, Debug)]
pub struct Dotbot;

/// The settings of a dotbot tool, with what is known of one call.
#[derive(Debug)]
#[must_use]
pub struct Settings {
    context: Context,
    source: Option<String>,
    host: Option<Host>,
    write_to: Option<String>,
}

impl Settings {
    /// `tool = "solution.info"`: the tool's name, instead of the function's. It may be dotted.
    pub fn tool(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.context.set_tool_name(name);
        self
    }

    /// `version = "1.0.0"`: the tool's semantic version, instead of the package's.
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.context.set_version(version);
        self
    }

    /// `summary("Found {} projects.", data.projects.len())`: the summary of a success, over the data. A [`Reply`] keeps its
    /// own.
    pub fn summary<P, F>(self, outcome: &P, summary: F) -> SummarySettings
    where
        P: Peek,
        SummarySettings: Returned<P::Data>,
        F: FnOnce(&<SummarySettings as Returned<P::Data>>::Data) -> String,
    {
        let summary =
            outcome.peek(|data| summary(<SummarySettings as Returned<P::Data>>::data(data)));
        SummarySettings { settings: self, summary: summary.unwrap_or_default() }
    }

    /// `source = expr`: the relative path of the tool's source, instead of the file that it is in.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn source(mut self, path: impl ErrorPath) -> Self {
        self.source = path.to_text().map(|path| relative(&path).into_owned());
        self
    }

    /// `host = Some(Host::Warp)`: the host, instead of the one that the environment variables name. `None` is none.
    pub fn host(mut self, host: Option<Host>) -> Self {
        self.host = host;
        self
    }

    /// `correlation_id = expr`: the request id, instead of the [ambient](crate::RequestId) one.
    pub fn correlation_id(mut self, id: impl IntoRequestId) -> Self {
        self.context.set_request_id(id);
        self
    }

    /// `write_to = expr`: the relative path of the file that the tool writes. A failure has not written it.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn write_to(mut self, path: impl ErrorPath) -> Self {
        self.write_to = path.to_text().map(|path| relative(&path).into_owned());
        self
    }

    /// The relative path of the tool's source.
    fn source_path(&self) -> Cow<'_, str> {
        match &self.source {
            Some(source) => source.into(),
            None => relative(self.context.tool().file),
        }
    }
}

impl super::Settings for Settings {
    type Dialect = Dotbot;

    fn context(&self) -> &Context {
        &self.context
    }

    fn context_mut(&mut self) -> &mut Context {
        &mut self.context
    }
}

/// Data that brings its summary.
impl<T: Summary> PlainData<T> for Settings {
    fn meta(&mut self, data: &T) -> Meta {
        Meta { summary: data.summary(), ..Meta::default() }
    }
}

/// Settings with a summary of the data.
#[derive(Debug)]
#[must_use]
pub struct SummarySettings {
    settings: Settings,
    summary: String,
}

impl IntoSettings for SummarySettings {
    type Dialect = Dotbot;

    fn into_settings(self) -> Settings {
        self.settings
    }
}

/// Any data.
impl<T> PlainData<T> for SummarySettings {
    fn meta(&mut self, _data: &T) -> Meta {
        Meta { summary: std::mem::take(&mut self.summary), ..Meta::default() }
    }
}

impl Dialect for Dotbot {
    const ID: &'static str = ID;
    const IS_TIMED: bool = true;

    type Root = Object;
    type Settings = Settings;
    type Meta = Meta;

    fn settings(context: Context) -> Settings {
        Settings { context, source: None, host: Host::detect(), write_to: None }
    }

    fn success<'a>(settings: &'a Settings, data: Data, meta: &'a Meta) -> impl Serialize + use<'a> {
        wire::success(settings, data, meta, Timestamp::of(SystemTime::now()))
    }

    fn failure<'a>(settings: &'a Settings, report: &'a ErrorReport) -> impl Serialize + use<'a> {
        wire::failure(settings, report, Timestamp::of(SystemTime::now()))
    }

    fn complete(settings: &Settings, meta: &mut Meta) {
        if meta.summary.trim().is_empty() {
            let ended = if meta.errors.is_empty() { "succeeded" } else { "failed" };
            meta.summary = format!("{} {ended}.", settings.context.tool_name());
        }
    }

    fn status(meta: &Meta) -> Status {
        match meta.errors.first() {
            None => Status::Success,
            Some(error) => Status::failure(error.code.clone(), ErrorType::Internal),
        }
    }
}
