//! The context of a call: its tool, its duration and its request id.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use crate::clock;
#[cfg(feature = "tracing")]
use crate::error::ErrorType;
use crate::request_id::{IntoRequestId, RequestId};
use crate::text::is_blank;
use crate::trace::Trace;

/// A tool, as it is known at compile time. [`Context::tool`] returns it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Tool {
    /// The name of its function.
    pub name: &'static str,
    /// The source file of its function, as `file!()` gives it.
    pub file: &'static str,
    /// The version of its package. `None` if something other than Cargo builds it.
    pub package_version: Option<&'static str>,
}

/// The same as an expansion writes it.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// As in [`Tool`].
    pub name: &'static str,
    /// What the tools of one file share: one constant, where each of its own would be as large as the code of a tool.
    pub source: &'static Source,
}

/// Where tools are.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// As in [`Tool`].
    pub file: &'static str,
    /// As in [`Tool`].
    pub package_version: Option<&'static str>,
}

/// One call of a tool: which tool, how long it takes, and with which request id.
///
/// A dialect gets it in [`Dialect::settings`](crate::Dialect::settings), keeps it in its settings, and reads it when it writes
/// the envelope. The setters are for the dialect's settings, such as `tool = "…"` or `request_id = …`.
#[derive(Clone, Debug)]
pub struct Context {
    function: &'static str,
    source: &'static Source,
    name: Option<Cow<'static, str>>,
    version: Option<Cow<'static, str>>,
    request_id: Option<RequestId>,
    started: Option<Instant>,
    elapsed: Option<Duration>,
    /// The span of the call, once the body has ended.
    trace: Trace,
}

impl Context {
    #[inline]
    pub(crate) fn new(tool: Facts, started: Option<Instant>) -> Self {
        Self {
            function: tool.name,
            source: tool.source,
            name: None,
            version: None,
            request_id: None,
            started,
            elapsed: None,
            trace: Trace::none(),
        }
    }

    /// The tool that is called.
    #[must_use]
    pub fn tool(&self) -> Tool {
        let &Source { file, package_version } = self.source;
        Tool { name: self.function, file, package_version }
    }

    /// The name of the tool: the one from [`set_tool_name`](Self::set_tool_name), or else the name of its function.
    #[must_use]
    pub fn tool_name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.function)
    }

    /// Sets the name of the tool, for a setting such as `tool = "solution.info"`. Blank text does not change it.
    pub fn set_tool_name(&mut self, name: impl Into<Cow<'static, str>>) {
        let name = name.into();
        if !is_blank(&name) {
            self.name = Some(name);
        }
    }

    /// The version of the tool: the one from [`set_version`](Self::set_version), or else the version of its package, or else
    /// `0.0.0`.
    #[must_use]
    pub fn version(&self) -> &str {
        self.given_version().unwrap_or_else(|| self.package_version())
    }

    /// The version from [`set_version`](Self::set_version).
    pub(crate) fn given_version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    pub(crate) fn package_version(&self) -> &'static str {
        self.source.package_version.unwrap_or("0.0.0")
    }

    /// Sets the version of the tool, for a setting such as `version = "1.0.0"`.
    pub fn set_version(&mut self, version: impl Into<Cow<'static, str>>) {
        self.version = Some(version.into());
    }

    /// The request id: the one from [`set_request_id`](Self::set_request_id), or else, once the body has ended, the
    /// [current](RequestId::current) one.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// Sets the request id, for a setting such as `request_id = …`. `None` or an empty id means no id from the setting.
    pub fn set_request_id(&mut self, id: impl IntoRequestId) {
        self.request_id = id.into_request_id();
    }

    /// Starts the clock, unless it is running. See also [`Dialect::IS_TIMED`](crate::Dialect::IS_TIMED).
    pub fn start_clock(&mut self) {
        self.started.get_or_insert_with(Instant::now);
    }

    /// The time from the start of the clock to the end of the body. `None` before that, and if the clock was not started.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    /// [`elapsed`](Self::elapsed) in whole milliseconds, rounded down.
    #[must_use]
    pub fn elapsed_ms(&self) -> Option<u64> {
        self.elapsed.map(|elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
    }

    /// Ends the call: stops the clock, and resolves the request id as the contract requires.
    pub(crate) fn end(&mut self, resolve: impl FnOnce(&mut Option<RequestId>)) {
        self.elapsed = self.started.map(clock::elapsed);
        if self.request_id.is_none() {
            RequestId::set_to_current(&mut self.request_id);
        }
        resolve(&mut self.request_id);
    }

    /// The span that ends with the call.
    pub(crate) fn trace_mut(&mut self) -> &mut Trace {
        &mut self.trace
    }

    /// How a call with this answer ended, for the log.
    #[cfg(feature = "tracing")]
    pub(crate) fn outcome(&self, is_failure: bool) -> &'static str {
        self.trace.outcome(is_failure)
    }

    /// Records the answer in the span.
    #[cfg(feature = "tracing")]
    pub(crate) fn end_trace(&mut self, dialect: &'static str, error: Option<(ErrorType, &str)>) {
        self.trace.end(dialect, self.request_id.as_ref(), error);
    }

    /// The request id, for the envelope, once it is written.
    pub(crate) fn take_request_id(&mut self) -> Option<RequestId> {
        self.request_id.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKAGED: Facts = tool(&Source { file: "src/tools.rs", package_version: Some("1.2.3") });
    const UNPACKAGED: Facts = tool(&Source { file: "src/tools.rs", package_version: None });

    const fn tool(source: &'static Source) -> Facts {
        Facts { name: "list_tasks", source }
    }

    #[test]
    fn a_version_that_is_set_comes_before_that_of_the_package() {
        let mut context = Context::new(PACKAGED, None);
        assert_eq!(context.version(), "1.2.3");
        context.set_version("2.0.0");
        assert_eq!(context.version(), "2.0.0");
        assert_eq!(Context::new(UNPACKAGED, None).version(), "0.0.0");
    }

    /// A setting can start the clock of a dialect that measures no other call.
    #[test]
    fn the_clock_is_started_once() {
        let mut context = Context::new(UNPACKAGED, None);
        context.end(|_| {});
        assert_eq!((context.elapsed(), context.elapsed_ms()), (None, None));

        context.start_clock();
        let started = context.started;
        assert!(started.is_some());
        assert_eq!(context.elapsed(), None);
        context.start_clock();
        assert_eq!(context.started, started);
        context.end(|_| {});
        assert!(context.elapsed().is_some());
    }
}
