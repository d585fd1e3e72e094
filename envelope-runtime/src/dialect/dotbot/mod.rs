//! `dotbot-mcp-response@1`: the response contract of dotbot.
//!
//! | item | what it is |
//! |---|---|
//! | [`Dotbot`], [`Settings`] | the dialect, and the settings of its tools |
//! | [`Reply`], with [`Issue`], [`Intent`], [`Action`] | data with its summary, its warnings and errors, and what to do next |
//! | [`Summary`] | data that has a summary |
//! | [`Health`], [`Host`], [`Audit`] | the status, the host and the audit of an envelope |
//! | [`Response`], [`Success`], [`Failure`] | the envelope as a client reads it: `Response::into_result` gives one of the other two |
//!
//! ```
//! use envelope_runtime::{Payload, ToolFailure, envelope_tool};
//! use serde::Serialize;
//!
//! #[derive(Serialize, Payload)]
//! struct Projects {
//!     names: Vec<String>,
//! }
//!
//! #[envelope_tool(dialect = "dotbot-mcp-response@1", tool = "projects.list", summary("Found {} projects.", data.names.len()))]
//! fn list_projects() -> Result<Projects, ToolFailure> {
//!     Ok(Projects { names: vec![] })
//! }
//!
//! assert!(list_projects().as_str().contains(r#""summary":"Found 0 projects.","data":{"names":[]}"#));
//! ```
//!
//! # On the wire
//!
//! ```json
//! {
//!   "schema_id": "dotbot-mcp-response@1",
//!   "tool": "solution.structure",
//!   "version": "1.0.0",
//!   "status": "warning",
//!   "summary": "Found 12 projects in Axiome solution.",
//!   "data": {"projects": []},
//!   "warnings": [{"code": "FRONTMATTER_MISSING", "message": "The file has no frontmatter", "path": "naming.md"}],
//!   "errors": [],
//!   "audit": {
//!     "timestamp": "2026-01-02T13:57:00Z",
//!     "duration_ms": 45,
//!     "source": "src/structure.rs",
//!     "host": "ci",
//!     "correlation_id": "req_abc123"
//!   },
//!   "intent": {"recommended_next": "standards.repair", "reason": "It can be repaired", "parameters": {}}
//! }
//! ```
//!
//! `status` is computed, never set: `error` if there are errors, else `warning` if there are warnings, else `ok`. `host`,
//! `correlation_id`, `write_to`, `intent` and `actions` are absent if there are none. `timestamp` is the end of the call in
//! UTC, and `duration_ms` is in whole milliseconds.
//!
//! A failure has `{}` as data, its error as the only entry of `errors`, and its warnings in `warnings`, as [`Issue`]s; a
//! warning without a code has the code `WARNING`, and its severity and facts are `details`. The `details` of the error are:
//!
//! | key | value |
//! |---|---|
//! | `remediation` | the remediation |
//! | `rate_limit`, `telemetry`, `upgrades` | what the error carries of these |
//! | any other | the values that are marked as `detail`, `data` and `meta`, each under its own key |
//!
//! The error's path is `path`, beside `details`. `intent`, `actions` and `write_to` are absent. To send them, or more than one
//! error, return a [`Reply`] with [errors](Reply::error).
//!
//! # The summary
//!
//! Every success has a summary of one sentence. It comes from
//!
//! - the setting `summary("Found {} projects.", data.projects.len())`,
//! - a [`Reply`], whose constructor takes it,
//! - or the [`Summary`] of the data.
//!
//! A blank summary becomes `{tool} succeeded.` or `{tool} failed.`. The summary of a failure is the variant's
//! `summary = "…"`, or else its message.
//!
//! # Settings
//!
//! Each is a method of [`Settings`].
//!
//! | setting | meaning |
//! |---|---|
//! | `tool = "solution.info"` | the tool's name, instead of the function's |
//! | `version = "1.0.0"` | the tool's semantic version, instead of the package's |
//! | `summary("…", …)` | the summary, as a format string over `data` |
//! | `source = expr` | the relative path of the tool's source, instead of that of its file |
//! | `host = Some(Host::Warp)` | the host, instead of the one from the environment variables; `None` for none |
//! | `correlation_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//! | `write_to = expr` | the relative path of the file that the tool writes |
//!
//! A literal that breaks the contract does not compile: an empty `tool`, a `version` that is not a semantic version, a path that
//! is absolute or has `..`. The value of an expression is checked in the call. If it breaks the contract, it is as if the setting
//! were not there.
//!
//! # Reserved keys
//!
//! In the `details` of a failure's error, `remediation`, `rate_limit`, `telemetry` and `upgrades` are reserved. A value
//! whose key is reserved or already used gets its kind as a prefix: a `data` named `remediation` is `data_remediation`.
//! Details come first, then data, then metadata.
//!
//! # Keys
//!
#![doc = include_str!("keys.md")]

mod check;
mod from_failure;
mod health;
mod host;
mod issue;
mod next;
mod path;
mod read;
mod reply;
#[cfg(feature = "schemars")]
mod schema;
mod summary;
mod wire;

use std::borrow::Cow;

use serde::Serialize;

use self::path::{of_source, relative};
use super::returned::{Peek, Returned};
use super::{AsSettings, Context, Data, Dialect, Object, PlainData};
use crate::error::{ErrorPath, ErrorReport, ErrorType};
use crate::outcome::Status;
use crate::request_id::IntoRequestId;
use crate::text::is_blank;

pub(crate) use self::check::RULEBOOK;
pub use self::health::Health;
#[cfg(feature = "testing")]
pub(crate) use self::host::FROZEN as FROZEN_HOST;
pub use self::host::Host;
pub use self::issue::Issue;
pub use self::next::{Action, Intent};
pub use self::read::{Audit, Failure, Response, ResponseMeta, Success};
pub use self::reply::{Meta, Reply};
pub use self::summary::Summary;

/// The id of the contract.
const ID: &str = "dotbot-mcp-response@1";

/// The dialect `dotbot-mcp-response@1`.
#[derive(Clone, Copy, Debug)]
pub struct Dotbot;

/// The settings of a dotbot tool. Its methods are the arguments of [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Debug)]
#[must_use]
pub struct Settings {
    context: Context,
    source: Option<String>,
    #[allow(
        clippy::option_option,
        reason = "the setting can be `None`, and there can be no setting"
    )]
    host: Option<Option<Host>>,
    write_to: Option<String>,
}

impl Settings {
    /// `tool = "solution.info"`: the tool's name, instead of the function's. Blank text is ignored.
    pub fn tool(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.context.set_tool_name(name);
        self
    }

    /// `version = "1.0.0"`: the tool's semantic version, instead of the package's. Text that is not such a version is ignored.
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.context.set_version(version);
        self
    }

    /// `summary("Found {} projects.", data.projects.len())`: the summary of a success, as a format string over the data. A
    /// [`Reply`] keeps its own summary.
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

    /// `source = expr`: the relative path of the tool's source, instead of that of its file. Backslashes become slashes. An empty
    /// or absolute path, or one with `..`, is ignored.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn source(mut self, path: impl ErrorPath) -> Self {
        self.source = relative(&path);
        self
    }

    /// `host = Some(Host::Warp)`: the host, instead of the one from [`Host::detect`]. `None` leaves it out.
    pub fn host(mut self, host: Option<Host>) -> Self {
        self.host = Some(host);
        self
    }

    /// `correlation_id = expr`: the request id, instead of the [ambient](crate::RequestId) one. `None` or empty text means the
    /// ambient one.
    pub fn correlation_id(mut self, id: impl IntoRequestId) -> Self {
        self.context.set_request_id(id);
        self
    }

    /// `write_to = expr`: the relative path of the file that the tool writes. Backslashes become slashes. An empty or absolute path,
    /// or one with `..`, is left out, since it would name another file. A failure does not have it.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn write_to(mut self, path: impl ErrorPath) -> Self {
        self.write_to = relative(&path);
        self
    }

    /// The host, which is detected if there is no setting.
    fn host_or_detected(&self) -> Option<Host> {
        self.host.unwrap_or_else(Host::detect)
    }

    /// The relative path of the tool's source.
    fn source_path(&self) -> Cow<'_, str> {
        match &self.source {
            Some(source) => source.into(),
            None => of_source(self.context.tool().file),
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

/// Data that has a summary.
impl<T: Summary> PlainData<T> for Settings {
    fn meta(&mut self, data: &T) -> Meta {
        Meta { summary: data.summary(), ..Meta::default() }
    }
}

/// [`Settings`] with the summary of a success: what [`Settings::summary`] returns. With it, a tool can return any data.
#[derive(Debug)]
#[must_use]
pub struct SummarySettings {
    settings: Settings,
    summary: String,
}

impl AsSettings for SummarySettings {
    type Dialect = Dotbot;

    fn as_settings(&self) -> &Settings {
        &self.settings
    }

    fn as_settings_mut(&mut self) -> &mut Settings {
        &mut self.settings
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
    const ALIASES: &'static [&'static str] = &["dotbot"];
    const IS_TIMED: bool = true;

    type Root = Object;
    type Settings = Settings;
    type Meta = Meta;

    compile_here!(wire::success, wire::failure);

    fn settings(context: Context) -> Settings {
        Settings { context, source: None, host: None, write_to: None }
    }

    fn complete(settings: &Settings, meta: &mut Meta) {
        if is_blank(&meta.summary) {
            let ended = if meta.errors.is_empty() { "succeeded" } else { "failed" };
            meta.summary = format!("{} {ended}.", settings.context.tool_name());
        }
    }

    fn status(meta: &Meta) -> Status {
        match meta.errors.first() {
            None => Status::Success,
            Some(error) => {
                let error_type = error.error_type.unwrap_or(ErrorType::Internal);
                Status::failure(error.code.clone(), error_type)
            }
        }
    }
}
