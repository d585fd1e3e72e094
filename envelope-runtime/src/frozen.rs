//! The scope in which a test freezes the time, durations, ids, the host and the budget.

use std::future::Future;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::dialects::dotbot::host::Host;
use crate::request_id::{IntoRequestId, RequestId};
use crate::scope::{Innermost, NoFuture, Scope, scope};

thread_local! {
    pub(crate) static CURRENT: Innermost<Frozen> = const { Innermost::none() };
}

/// Frozen values: the time, durations, random ids, the host, and the budget.
///
/// Every tool that is called in [`sync_scope`](Self::sync_scope) or [`scope`](Self::scope) uses these values:
///
/// | value | where | unless you set it |
/// |---|---|---|
/// | [`timestamp`](Self::timestamp) | `audit.timestamp` of dotbot, [`dialect::now`](crate::dialect::now), and the time until the end of a rate limit, such as `retry-after` of HTTP | `1970-01-01T00:00:00Z` |
/// | [`duration`](Self::duration) | `duration_ms` of every dialect that measures it, [`Call::elapsed`](crate::dialect::Call::elapsed), and the log | 0 |
/// | [`random_id`](Self::random_id) | `request_id` of Code Scalpel, if the call has no id; the id of a request that has none, under `axum08::RequestIdLayer` | 32 zeros |
/// | [`host`](Self::host) | `audit.host` of dotbot, and [`Host::detect`] | none |
/// | [`budget`](Self::budget) | the size at which a result is cut | none |
///
/// The settings of a tool still win, such as `host = …`, `budget = …` or `request_id = …`, and so does an ambient
/// [`RequestId`]. A tool's own measurements are not frozen.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use envelope_runtime::dotbot::Host;
/// use envelope_runtime::testing::Frozen;
/// use envelope_runtime::{ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", source = "src/ping.rs", summary("Pong."))]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// let envelope = Frozen::new()
///     .timestamp(SystemTime::try_from("2026-01-02T13:57:00Z".parse::<jiff::Timestamp>()?)?)
///     .duration(Duration::from_millis(45))
///     .host(Host::Ci)
///     .sync_scope(ping);
/// assert_eq!(
///     envelope.as_str(),
///     concat!(
///         r#"{"schema_id":"dotbot-mcp-response@1","tool":"ping","version":"1.0.0","status":"ok","#,
///         r#""summary":"Pong.","data":{},"warnings":[],"errors":[],"#,
///         r#""audit":{"timestamp":"2026-01-02T13:57:00Z","duration_ms":45,"source":"src/ping.rs","host":"ci"}}"#,
///     )
/// );
/// # Ok::<(), jiff::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "nothing is frozen outside of a scope"]
pub struct Frozen {
    pub(crate) timestamp: SystemTime,
    pub(crate) duration: Duration,
    pub(crate) random_id: RequestId,
    pub(crate) host: Option<Host>,
    pub(crate) budget: usize,
}

impl Frozen {
    /// The start of 1970, a duration of 0, an id of 32 zeros, and no host.
    pub const fn new() -> Self {
        Self {
            timestamp: UNIX_EPOCH,
            duration: Duration::ZERO,
            random_id: RequestId::from_static("00000000000000000000000000000000"),
            host: None,
            budget: usize::MAX,
        }
    }

    /// The current time: a [`SystemTime`], or a type that converts into one, such as the times of chrono and `time`. Jiff's
    /// `Timestamp` converts with `SystemTime::try_from`.
    pub fn timestamp(mut self, time: impl Into<SystemTime>) -> Self {
        self.timestamp = time.into();
        self
    }

    /// The duration of every call. `duration_ms` is in whole milliseconds, rounded down.
    pub const fn duration(mut self, duration: Duration) -> Self {
        self.duration = duration;
        self
    }

    /// The id that is sent if the contract requires an id, and the call has no id. An empty id changes nothing.
    pub fn random_id(mut self, id: impl IntoRequestId) -> Self {
        if let Some(id) = id.into_request_id() {
            self.random_id = id;
        }
        self
    }

    /// The host that the tools run in, regardless of the environment variables. `None` means no host.
    pub fn host(mut self, host: impl Into<Option<Host>>) -> Self {
        self.host = host.into();
        self
    }

    /// The [`Budget`](crate::Budget) in bytes of every tool without its own budget. A test can then cut a small result.
    pub const fn budget(mut self, bytes: usize) -> Self {
        self.budget = bytes;
        self
    }

    /// Runs `call` with these values, on this thread. Scopes nest: all values come from the innermost scope. Afterwards, the
    /// values of the outer scope are restored, even if `call` panics.
    ///
    /// A `call` that returns a future does not compile, since the future would run outside of the scope: use [`scope`](Self::scope).
    pub fn sync_scope<R: NoFuture<UseScope>, UseScope>(self, call: impl FnOnce() -> R) -> R {
        let _scope = Scope::enter(&CURRENT, Some(self));
        call()
    }

    /// Runs `future` with these values: across `.await`, on every thread that polls it, on any async runtime.
    ///
    /// A task that the future spawns does not inherit the values. If the whole runtime is on one thread, a
    /// [`sync_scope`](Self::sync_scope) around its `block_on` also covers the spawned tasks.
    ///
    /// ```
    /// # use envelope_runtime::testing::Frozen;
    /// # use envelope_runtime::{ToolFailure, envelope_tool};
    /// #[envelope_tool(dialect = "response-v2", telemetry)]
    /// async fn ping() -> Result<(), ToolFailure> {
    ///     Ok(())
    /// }
    ///
    /// let envelope = pollster::block_on(Frozen::new().scope(ping()));
    /// assert_eq!(
    ///     envelope.as_str(),
    ///     r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","telemetry":{"duration_ms":0}}}"#
    /// );
    /// ```
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        scope(&CURRENT, Some(self), future).await
    }

    /// The values of the innermost scope.
    pub(crate) fn current() -> Option<Self> {
        CURRENT.with(|current| current.borrow().clone())
    }
}

impl Default for Frozen {
    fn default() -> Self {
        Self::new()
    }
}
