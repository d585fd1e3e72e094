//! `dotbot-mcp-response@1`: the response contract of dotbot, following its [Envelope Response
//! Standard](https://github.com/andresharpe/dotbot-mcp/blob/252105f8fba5c5db6d85ed2a5857680839c9ac55/ENVELOPE-RESPONSE-STANDARD.md) of
//! 2026-01-02.
//!
//! | item | purpose |
//! |---|---|
//! | [`Dotbot`] | the dialect, with the settings of its tools |
//! | [`Reply`], with [`Issue`], [`Intent`], [`Action`] | data with its summary, its warnings and errors, and what to do next |
//! | [`Summary`] | data that has a summary |
//! | [`Health`], [`Host`] | the status and the host of an envelope |
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
//! `correlation_id`, `write_to`, `intent` and `actions` are absent without a value. `timestamp` is the end of the call in
//! UTC, and `duration_ms` is in whole milliseconds.
//!
//! A failure has `{}` as data, its error as the only entry of `errors`, and its warnings in `warnings`, as [`Issue`]s; a
//! warning without a code has the code `WARNING`, and its severity and facts are `details`. The `details` of the error are:
//!
//! | key | value |
//! |---|---|
//! | `remediation` | the remediation |
//! | `rate_limit`, `telemetry`, `upgrades` | the error's own |
//! | any other | the values that are marked as `detail`, `data` and `meta`, each under its own key |
//!
//! The error's path is `path`, next to `details`. `intent`, `actions` and `write_to` are absent. To send them, or more than one
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
//! All of them except `tool`, `version` and `correlation_id` are methods of [`Dotbot`].
//!
//! | setting | meaning |
//! |---|---|
//! | `tool = "solution.info"` | the tool's name, instead of the function's |
//! | `version = "1.0.0"` | the tool's semantic version, instead of the package's |
//! | `summary("…", …)` | the summary, as a format string over `data` |
//! | `source = expr` | the relative path of the tool's source, instead of its file |
//! | `host = Some(Host::Warp)` | the host, instead of the one from the environment variables; `None` for none |
//! | `correlation_id = expr` | the request id, instead of the [ambient](crate::RequestId) one |
//! | `write_to = expr` | the relative path of the file that the tool writes |
//!
//! A literal that breaks the contract does not compile: an empty `tool`, a `version` that is not a semantic version, a path that
//! is absolute or has `..`. The value of an expression is checked in the call. If it breaks the contract, the tool behaves as if it did
//! not have the setting.
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

#[cfg(feature = "schemars1")]
mod describe;
mod detect_host;
mod from_failure;
mod health;
pub(crate) mod host;
mod issue;
mod next_steps;
mod path;
mod reply;
mod shared_reply;
mod summary;
mod wire;

use std::borrow::Cow;

use self::path::{of_source, relative};
use crate::dialect::data_place::Nestable;
use crate::dialect::{Call, Dialect, Entries, Format, PlainData, Takes};
use crate::error::{ErrorPath, ErrorReport};

pub use self::health::Health;
pub use self::host::Host;
pub use self::issue::Issue;
pub use self::next_steps::{Action, Intent};
pub use self::reply::{Meta, Reply};
pub use self::summary::Summary;

/// The id of the contract.
const ID: &str = "dotbot-mcp-response@1";

/// The dialect `dotbot-mcp-response@1`. Its methods are the settings of [`envelope_tool`](macro@crate::envelope_tool).
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Dotbot {
    source: Option<String>,
    #[allow(
        clippy::option_option,
        reason = "the setting can be `None`, and there can be no setting"
    )]
    host: Option<Option<Host>>,
    write_to: Option<String>,
}

impl Dotbot {
    /// `summary("Found {} projects.", data.projects.len())`: the summary of a success, as a format string over the data. A [`Reply`]
    /// keeps its own summary. With this setting, a tool can return any data.
    pub fn summary(self, summary: Option<String>) -> Summarized {
        Summarized { dotbot: self, summary: summary.unwrap_or_default() }
    }

    /// `source = expr`: the relative path of the tool's source, instead of its file. Backslashes become slashes. An empty
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

    /// `write_to = expr`: the relative path of the file that the tool writes. Backslashes become slashes. An empty or absolute path,
    /// or one with `..`, is left out, since it would name another file. A failure has no `write_to`.
    #[allow(clippy::needless_pass_by_value, reason = "a path is made for this call")]
    pub fn write_to(mut self, path: impl ErrorPath) -> Self {
        self.write_to = relative(&path);
        self
    }

    /// The host, which is detected if there is no setting.
    #[inline]
    fn host_or_detected(&self) -> Option<Host> {
        self.host.unwrap_or_else(Host::detect)
    }

    /// The relative path of the tool's source.
    #[inline]
    fn source_path(&self, call: &Call) -> Cow<'_, str> {
        match &self.source {
            Some(source) => source.into(),
            None => of_source(call.tool().file),
        }
    }
}

/// Data that has a summary.
impl<T: Summary> PlainData<T> for Dotbot {
    fn meta(&mut self, data: &T) -> Meta {
        Meta { summary: data.summary(), ..Meta::default() }
    }
}

/// The dialect of a tool with the setting [`summary`](Dotbot::summary): it can return any data.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
#[must_use]
pub struct Summarized {
    dotbot: Dotbot,
    summary: String,
}

impl<T> PlainData<T> for Summarized {
    fn meta(&mut self, _data: &T) -> Meta {
        Meta { summary: std::mem::take(&mut self.summary), ..Meta::default() }
    }
}

/// A reply has its own summary.
impl Takes<Dotbot> for Summarized {
    fn take(&mut self, meta: Meta) -> Meta {
        meta
    }
}

#[diagnostic::do_not_recommend]
impl Dialect for Summarized {
    const ID: &'static str = Dotbot::ID;
    const FORMAT: Format = Dotbot::FORMAT;

    type Root = Nestable;
    type Meta = Meta;

    #[inline]
    fn success(&self, call: &Call, meta: &Meta, envelope: &mut Entries<'_>) {
        self.dotbot.success(call, meta, envelope);
    }

    #[inline]
    fn failure(&self, call: &Call, error: &ErrorReport, envelope: &mut Entries<'_>) {
        self.dotbot.failure(call, error, envelope);
    }

    fn is_timed(&self) -> bool {
        self.dotbot.is_timed()
    }
}
