//! What a call knows: its tool, its time and its request id.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use crate::request_id::{IntoRequestId, RequestId};

/// What is known of a tool when it is compiled.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The name of its function.
    pub name: &'static str,
    /// The file that it is in, as the compiler names it.
    pub file: &'static str,
    /// The version of its package, which is unknown if something other than Cargo builds it.
    pub package_version: Option<&'static str>,
}

/// One call of a tool. A dialect's settings hold it.
#[derive(Debug)]
pub struct Context {
    tool: &'static Tool,
    name: Option<Cow<'static, str>>,
    version: Option<Cow<'static, str>>,
    request_id: Option<RequestId>,
    started: Option<Instant>,
    elapsed: Option<Duration>,
}

impl Context {
    pub(crate) fn new(tool: &'static Tool, started: Option<Instant>) -> Self {
        Self { tool, name: None, version: None, request_id: None, started, elapsed: None }
    }

    /// The tool that is called.
    #[must_use]
    pub fn tool(&self) -> &'static Tool {
        self.tool
    }

    /// The name of the tool: the one that was [set](Self::set_tool_name), or else that of its function.
    #[must_use]
    pub fn tool_name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.tool.name)
    }

    /// Gives the tool another name than that of its function, for a setting such as `tool = "solution.info"`.
    pub fn set_tool_name(&mut self, name: impl Into<Cow<'static, str>>) {
        self.name = Some(name.into());
    }

    /// The version of the tool: the one that was [set](Self::set_version), or else that of its package, or else `0.0.0`.
    #[must_use]
    pub fn version(&self) -> &str {
        self.version.as_deref().or(self.tool.package_version).unwrap_or("0.0.0")
    }

    /// Gives the tool another version than that of its package, for a setting such as `version = "1.0.0"`.
    pub fn set_version(&mut self, version: impl Into<Cow<'static, str>>) {
        self.version = Some(version.into());
    }

    /// The request id: the one that was [set](Self::set_request_id), or else, once the call has ended, the
    /// [current](RequestId::current) one.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// Gives the call a request id of its own, for a setting such as `request_id = …`.
    pub fn set_request_id(&mut self, id: impl IntoRequestId) {
        self.request_id = id.into_request_id();
    }

    /// Starts the clock, unless it is running.
    pub fn start_clock(&mut self) {
        self.started.get_or_insert_with(Instant::now);
    }

    /// How long the call took until its outcome was there. `None` if the clock was never started.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    /// The same in whole milliseconds.
    #[must_use]
    pub fn elapsed_ms(&self) -> Option<u64> {
        self.elapsed.map(|elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
    }

    /// Notes that the outcome is there, and what the contract makes of the request id.
    pub(crate) fn end(&mut self, resolve: impl FnOnce(&mut Option<RequestId>)) {
        self.elapsed = self.started.map(|started| started.elapsed());
        if self.request_id.is_none() {
            self.request_id = RequestId::current();
        }
        resolve(&mut self.request_id);
    }

    /// The request id, for the envelope, once it is written.
    pub(crate) fn take_request_id(&mut self) -> Option<RequestId> {
        self.request_id.take()
    }
}
