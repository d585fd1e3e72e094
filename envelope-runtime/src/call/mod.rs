//! A call of a tool: its facts, its steps, and its answer.
//!
//! [`steps`] has the steps of every call, in their order. [`several`], [`timeout`] and [`panics`] each add one, for tools with several
//! dialects, a `timeout` and `catch_panic`. [`answer`] makes the envelope.

pub(crate) mod answer;
pub(crate) mod panics;
pub(crate) mod place;
pub(crate) mod several;
pub(crate) mod steps;
#[cfg(feature = "tokio")]
pub(crate) mod timeout;
mod trace;

use std::borrow::Cow;
use std::time::{Duration, Instant};

use self::trace::Trace;
use crate::request_id::{IntoRequestId, RequestId};
use crate::text::is_blank;

pub use self::place::{Json, Object};

/// A tool, as it is known at compile time. [`Call::tool`] returns it.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name of its function.
    pub name: &'static str,
    /// The source file of its function, as `file!()` gives it.
    pub file: &'static str,
    /// The version of its package. `None` if something other than Cargo builds it.
    pub package_version: Option<&'static str>,
}

/// One call of a tool: which tool, how long it takes, and with which request id. A dialect reads it when it writes the envelope.
#[derive(Debug)]
pub struct Call {
    tool: &'static Tool,
    name: Option<Cow<'static, str>>,
    version: Option<Cow<'static, str>>,
    request_id: Option<RequestId>,
    started: Option<Instant>,
    elapsed: Option<Duration>,
    has_begun: bool,
    trace: Trace,
}

impl Call {
    #[inline]
    fn new(tool: &'static Tool) -> Self {
        Self {
            tool,
            name: None,
            version: None,
            request_id: None,
            started: None,
            elapsed: None,
            has_begun: false,
            trace: Trace::none(),
        }
    }

    /// The tool that is called.
    #[must_use]
    pub fn tool(&self) -> Tool {
        *self.tool
    }

    /// The name of the tool: the one from the setting `tool`, or else the name of its function.
    #[must_use]
    pub fn tool_name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.tool.name)
    }

    /// The version of the tool: the one from the setting `version`, or else the version of its package, or else `0.0.0`.
    #[must_use]
    pub fn version(&self) -> &str {
        self.given_version().unwrap_or_else(|| self.package_version())
    }

    /// The version from the setting.
    pub(crate) fn given_version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    pub(crate) fn package_version(&self) -> &'static str {
        self.tool.package_version.unwrap_or("0.0.0")
    }

    /// The request id: the one from the setting `request_id`, or else, once the body has ended, the [current](RequestId::current) one.
    #[must_use]
    pub fn request_id(&self) -> Option<&RequestId> {
        self.request_id.as_ref()
    }

    /// The time from the beginning of the body to its end. `None` before that, and if the dialect [measures](crate::Dialect::is_timed) no
    /// call.
    #[must_use]
    pub fn elapsed(&self) -> Option<Duration> {
        self.elapsed
    }

    /// [`elapsed`](Self::elapsed) in whole milliseconds, rounded down.
    #[must_use]
    pub fn elapsed_ms(&self) -> Option<u64> {
        self.elapsed.map(|elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX))
    }

    /// Blank text does not change the name.
    fn set_tool_name(&mut self, name: Cow<'static, str>) {
        if !is_blank(&name) {
            self.name = Some(name);
        }
    }

    /// `None` or an empty id means no id from the setting.
    fn set_request_id(&mut self, id: impl IntoRequestId) {
        self.request_id = id.into_request_id();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response_v2::ResponseV2;

    const PACKAGED: &Tool =
        &Tool { name: "list_tasks", file: "src/tools.rs", package_version: Some("1.2.3") };
    const UNPACKAGED: &Tool = &Tool { package_version: None, ..*PACKAGED };

    #[test]
    fn a_version_that_is_set_comes_before_the_version_of_the_package() {
        let mut call = Call::new(PACKAGED);
        assert_eq!(call.version(), "1.2.3");
        call.version = Some("2.0.0".into());
        assert_eq!(call.version(), "2.0.0");
        assert_eq!(Call::new(UNPACKAGED).version(), "0.0.0");
    }

    #[test]
    fn only_a_timed_call_has_a_duration() {
        for is_timed in [true, false] {
            let dialect = ResponseV2::default();
            let dialect = if is_timed { dialect.telemetry() } else { dialect };
            let mut running = steps::call(UNPACKAGED, dialect);
            running.begin();
            assert_eq!((running.call.elapsed(), running.call.elapsed_ms()), (None, None));
            running.end(None);
            assert_eq!(running.call.elapsed().is_some(), is_timed || cfg!(feature = "tracing"));
        }
    }
}
