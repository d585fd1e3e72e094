//! The dialect of a caller, which a server sets around a call.

use std::fmt;
use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::negotiate::not_accepted;
use crate::call::outside::{UNKNOWN, fail};
use crate::dialect::{Dialect, DialectFacts, Origin};
use crate::envelope::Envelope;
use crate::error::ToolFailure;
use crate::scope::{Innermost, NoFuture, Scope, scope};

thread_local! {
    pub(crate) static CURRENT: Innermost<AnyDialect> = const { Innermost::none() };
}

/// A dialect that is chosen at run time, for the answers to a caller.
///
/// A server sets it around a call, with [`sync_scope`](Self::sync_scope) or [`scope`](Self::scope), as it sets a
/// [`RequestId`](crate::RequestId). Every tool with `dialects(…)` that is called inside answers in this dialect, if it is in
/// the tool's list. A tool with one dialect is not affected.
///
/// ```
/// use envelope_runtime::mcp_2025_11_25::Mcp;
/// use envelope_runtime::{AnyDialect, ToolFailure, envelope_tool};
///
/// #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
/// fn ping() -> Result<(), ToolFailure> {
///     Ok(())
/// }
///
/// assert_eq!(ping().dialect(), "response-v2");
/// assert_eq!(AnyDialect::of::<Mcp>().sync_scope(|| ping()).dialect(), "mcp-2025-11-25");
/// ```
///
/// [`Dialects::find`](super::Dialects::find) returns the dialect that a client names. See the [module](crate::negotiation) for how a
/// dialect is negotiated.
#[derive(Clone)]
pub struct AnyDialect {
    pub(super) facts: &'static DialectFacts,
    /// Answers with a failure in this dialect.
    fail: Arc<Fail>,
    /// The dialects that the client accepts, if it has named some.
    accepted: Option<Accepted>,
}

/// Answers with a failure of a tool.
type Fail = dyn Fn((&'static str, &'static Origin), ToolFailure) -> Envelope + Send + Sync;

/// The dialects that a client accepts.
#[derive(Clone)]
struct Accepted {
    /// The header or the capability in which the client names dialects.
    field: &'static str,
    /// The names of the dialects, the preferred ones first. `*` is any dialect.
    names: Arc<[String]>,
    /// Whether no tool has answered the client yet. An inner tool answers the tool that calls it.
    is_unanswered: Arc<AtomicBool>,
}

impl AnyDialect {
    /// The dialect `D`.
    #[must_use]
    pub fn of<D: Dialect>() -> Self {
        Self::made(D::default)
    }

    /// A dialect with settings for answers outside of a tool: fallbacks such as `axum08::not_found`, refusals of dialects that the server
    /// does not speak, and [`ToolFailure::envelope`]. The settings of a tool are in its attribute.
    ///
    /// ```
    /// use envelope_runtime::rfc9457::Rfc9457;
    /// use envelope_runtime::{AnyDialect, ToolFailure};
    ///
    /// let problems = AnyDialect::with(Rfc9457::default().types("https://example.com/problems/"));
    /// let envelope = problems.sync_scope(|| ToolFailure::not_found("Order", 7).envelope::<Rfc9457>());
    /// assert!(envelope.as_str().starts_with(r#"{"type":"https://example.com/problems/not-found""#));
    /// ```
    #[must_use]
    pub fn with<D: Dialect + Clone + Send + Sync + 'static>(dialect: D) -> Self {
        Self::made(move || dialect.clone())
    }

    fn made<D: Dialect>(make: impl Fn() -> D + Send + Sync + 'static) -> Self {
        let fail = move |tool, failure| fail(make(), tool, failure);
        Self { facts: DialectFacts::of::<D>(), fail: Arc::new(fail), accepted: None }
    }

    /// The dialect, with the names of all dialects that the client accepts.
    pub(super) fn of_accepted(mut self, field: &'static str, names: Vec<String>) -> Self {
        let is_unanswered = Arc::new(true.into());
        self.accepted = Some(Accepted { field, names: names.into(), is_unanswered });
        self
    }

    /// The dialect for a new scope. Each scope has its own `is_unanswered`, so that a server can negotiate once for many calls.
    pub(crate) fn entered(mut self) -> Self {
        if let Some(accepted) = &mut self.accepted {
            let is_unanswered = accepted.is_unanswered.load(Ordering::Relaxed);
            accepted.is_unanswered = Arc::new(is_unanswered.into());
        }
        self
    }

    /// The id, such as `response-v2`.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.facts.id
    }

    /// The answer to a call that no tool can answer in this dialect.
    pub(crate) fn refuse(&self, failure: ToolFailure) -> Envelope {
        (self.fail)(("negotiate", UNKNOWN.1), failure)
    }

    /// A failure outside of a tool, in the ambient dialect, or else in the dialect `D`.
    pub(crate) fn fail_in<D: Dialect>(
        tool: (&'static str, &'static Origin),
        failure: ToolFailure,
    ) -> Envelope {
        match Self::current() {
            Some(dialect) => (dialect.fail)(tool, failure),
            None => fail(D::default(), tool, failure),
        }
    }

    /// The index of this dialect in the list of a tool, or else of the first dialect that the client accepts.
    fn place_in(&self, spoken: &[&DialectFacts]) -> Option<usize> {
        let place_of = |name: &String| match name.as_str() {
            "*" => Some(0),
            name => spoken.iter().position(|dialect| dialect.is_called(name)),
        };
        let own = spoken.iter().position(|dialect| dialect.id == self.id());
        own.or_else(|| self.accepted.as_ref()?.names.iter().find_map(place_of))
    }

    /// The ambient dialect: the dialect of the innermost scope that this code runs in. `None` outside of a scope.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.with(|current| current.borrow().clone())
    }

    /// Runs `call` with this dialect as the ambient one, on this thread. Scopes nest. The previous dialect is restored
    /// afterwards, also if `call` panics.
    ///
    /// A `call` that returns a future does not compile, since the future would run outside of the scope: use [`scope`](Self::scope).
    pub fn sync_scope<R: NoFuture<UseScope>, UseScope>(self, call: impl FnOnce() -> R) -> R {
        let _scope = Scope::enter(&CURRENT, Some(self.entered()));
        call()
    }

    /// Runs `future` with this dialect as the ambient one: across `.await`, on every thread that polls it, on any async
    /// runtime.
    ///
    /// A task that the future spawns does not inherit the dialect: give it its own scope, or spawn it with the module `task` of the feature
    /// `tokio1`.
    ///
    /// ```
    /// # use envelope_runtime::mcp_2025_11_25::Mcp;
    /// # use envelope_runtime::{AnyDialect, ToolFailure, envelope_tool};
    /// # #[envelope_tool(dialects("response-v2", "mcp-2025-11-25"))]
    /// # async fn ping() -> Result<(), ToolFailure> { Ok(()) }
    /// let envelope = pollster::block_on(AnyDialect::of::<Mcp>().scope(ping()));
    /// assert_eq!(envelope.dialect(), "mcp-2025-11-25");
    /// ```
    pub async fn scope<F: Future>(self, future: F) -> F::Output {
        scope(&CURRENT, Some(self.entered()), future).await
    }
}

/// Dialects with the same id are equal.
impl PartialEq for AnyDialect {
    fn eq(&self, other: &Self) -> bool {
        self.id() == other.id()
    }
}

impl Eq for AnyDialect {}

impl fmt::Debug for AnyDialect {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AnyDialect").field(&self.id()).finish()
    }
}

impl fmt::Display for AnyDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The index of the ambient dialect in the list of a tool, or of another dialect that the client accepts, or else 0.
#[must_use]
pub fn chosen(spoken: &[&DialectFacts]) -> usize {
    let place = |current: &Innermost<AnyDialect>| current.borrow().as_ref()?.place_in(spoken);
    CURRENT.with(place).unwrap_or(0)
}

/// Checks that the client of a request accepts one of the tool's dialects.
///
/// # Errors
///
/// If the client accepts none, the error is the answer, in the ambient dialect, and the body does not run.
#[allow(clippy::result_large_err, reason = "it is the answer of the tool")]
pub fn accepted(spoken: &[&DialectFacts]) -> Result<(), Envelope> {
    let Some(dialect) = AnyDialect::current() else { return Ok(()) };
    let Some(accepted) = &dialect.accepted else { return Ok(()) };
    if !accepted.is_unanswered.swap(false, Ordering::Relaxed) || dialect.place_in(spoken).is_some()
    {
        return Ok(());
    }
    let ids: Vec<_> = spoken.iter().map(|dialect| dialect.id).collect();
    Err(dialect.refuse(not_accepted(accepted.field, &accepted.names, &ids)))
}

/// The constants of a dialect, such as its id.
#[must_use]
pub const fn names<D: Dialect>() -> &'static DialectFacts {
    DialectFacts::of::<D>()
}
