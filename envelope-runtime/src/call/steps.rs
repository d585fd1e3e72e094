//! The steps of a call until its body has ended, in the order in which an expansion takes them: the dialect with its settings, the
//! call, the body, the outcome.

use std::borrow::Cow;
use std::future::Future;
use std::time::Instant;

use super::panics::{Caught, Panic};
use super::trace::{self, Trace, Traced};
use crate::budget::Budget;
use crate::dialect::{Call, Dialect, Origin, Returned};
use crate::dialects::mcp::Textual;
use crate::envelope::DialectFacts;
use crate::error::Contexts;
use crate::metadata::Warning;
use crate::request_id::{IntoRequestId, RequestId};
use crate::text::is_blank;
use crate::time::clock;
use crate::type_of::TypeOf;

/// A dialect with its default settings.
///
/// A type that is no dialect is one error, here: the return type is unknown then, so the following calls report no further
/// error.
#[must_use]
#[inline]
pub fn dialect<D: Dialect>() -> <D::Meta as Known<D>>::Itself {
    Default::default()
}

/// Names the type `D` by a projection. See [`dialect`].
pub trait Known<D> {
    type Itself: Default;
}

impl<T, D: Default> Known<D> for T {
    type Itself = D;
}

/// A call in a dialect. Its methods are the settings that every tool has.
#[derive(Debug)]
#[must_use]
pub struct Running<D> {
    pub(super) dialect: D,
    pub(super) progress: Progress,
}

/// A running call, whatever its dialect is.
#[derive(Debug)]
pub(super) struct Progress {
    /// The dialect that answers, if it is known.
    dialect: Option<&'static DialectFacts>,
    /// Whether the envelope can have the duration of the call.
    is_timed: bool,
    pub(super) call: Call,
    pub(super) trace: Trace,
    /// Warnings about the call itself, not about its data.
    pub(super) warnings: Vec<Warning>,
    sends_contexts: bool,
    started: Option<Instant>,
    has_begun: bool,
}

/// A call of a tool, in a dialect with its settings. It begins with its body.
///
/// It is not inlined, since a program has it once for each dialect, not for each tool.
#[inline(never)]
pub fn call<D: Speaks>(name: &'static str, dialect: D) -> Running<D> {
    let progress = Progress::new(name, D::DIALECT, dialect.is_call_timed());
    Running { dialect, progress }
}

impl<D> Running<D> {
    /// Sets the source of the tool, for contracts and custom dialects that read it.
    #[inline]
    pub fn origin(&mut self, origin: &'static Origin) {
        self.progress.call.origin = origin;
    }

    /// The request id. `None` or an empty id means no id from the setting.
    #[inline]
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.progress.call.request_id = id.into_request_id();
        self
    }

    /// Another name of [`request_id`](Self::request_id).
    #[inline]
    pub fn correlation_id(self, id: impl IntoRequestId) -> Self {
        self.request_id(id)
    }

    /// The name of the tool. Blank text does not change it.
    #[inline]
    pub fn tool(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        let name = name.into();
        if !is_blank(&name) {
            self.progress.call.name = Some(name);
        }
        self
    }

    /// The version of the tool.
    #[inline]
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.progress.call.version = Some(version.into());
        self
    }

    /// The size that the envelope of a success may have.
    #[inline]
    pub fn budget(mut self, budget: &'static Budget) -> Self {
        self.progress.call.budget = Some(budget);
        self
    }

    /// Adds warnings about the call itself.
    #[inline]
    pub fn warn(&mut self, warnings: Vec<Warning>) {
        self.progress.warnings.extend(warnings);
    }

    /// The tool has an output schema.
    #[inline]
    pub fn output_schema(mut self) -> Self {
        self.progress.call.has_output_schema = true;
        self
    }

    /// The tool sends the contexts of its error.
    #[inline]
    pub fn send_contexts(mut self) -> Self {
        self.progress.sends_contexts = true;
        self
    }

    /// How the error of the body becomes a failure.
    #[inline]
    pub(super) fn contexts(&self) -> Contexts {
        if self.progress.sends_contexts { Contexts::Sent } else { Contexts::Hidden }
    }

    /// The function has returned its future. If that is dropped before it is polled, the call is cancelled.
    #[inline]
    pub fn suspend(&mut self) {
        self.progress.trace.suspend();
    }

    /// The call in another dialect, or in the same one with another setting.
    pub(crate) fn map<N>(self, change: impl FnOnce(D) -> N) -> Running<N> {
        let Self { dialect, progress } = self;
        Running { dialect: change(dialect), progress }
    }
}

/// The contract of a call: a dialect, or `()` as long as several are possible.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dialect",
    label = "not a `Dialect`",
    note = "a setting is a method of the dialect that returns the dialect"
)]
pub trait Speaks {
    /// The dialect that answers, if it is known.
    const DIALECT: Option<&'static DialectFacts>;

    /// Whether the envelope can have the duration of the call.
    fn is_call_timed(&self) -> bool;
}

impl<D: Dialect> Speaks for D {
    const DIALECT: Option<&'static DialectFacts> = Some(DialectFacts::of::<D>());

    fn is_call_timed(&self) -> bool {
        self.is_timed()
    }
}

impl Progress {
    #[inline]
    fn new(name: &'static str, dialect: Option<&'static DialectFacts>, is_timed: bool) -> Self {
        Self {
            dialect,
            is_timed,
            call: Call::new(name),
            trace: Trace::none(),
            warnings: Vec::new(),
            sends_contexts: false,
            started: None,
            has_begun: false,
        }
    }

    /// Begins the call, unless it has begun: its span, and its clock if it is timed.
    #[inline(never)]
    pub(super) fn begin(&mut self) {
        if std::mem::replace(&mut self.has_begun, true) {
            return;
        }
        // The log has the duration of every call.
        if self.is_timed || cfg!(feature = "tracing") {
            self.started = Some(Instant::now());
        }
        self.trace = Trace::of(&self.call, self.dialect);
    }

    /// Ends the call before it is answered: stops the clock, and resolves the request id. A reply can have its own id.
    pub(super) fn end(&mut self, reply_id: Option<RequestId>, dialect: &DialectFacts) {
        let Call { elapsed, request_id, .. } = &mut self.call;
        *elapsed = self.started.map(clock::elapsed);
        if let Some(id) = reply_id.and_then(IntoRequestId::into_request_id) {
            *request_id = Some(id);
        } else if request_id.is_none() {
            *request_id = RequestId::current();
        }
        (dialect.resolve_request_id)(request_id);
    }
}

/// Runs the body of a tool.
#[inline]
pub fn run<D, R>(running: &mut Running<D>, body: impl FnOnce() -> R) -> R {
    running.progress.begin();
    let _entered = running.progress.trace.enter();
    body()
}

/// The body of an `async` tool.
#[inline]
pub fn traced<D, F: Future>(running: &mut Running<D>, body: F) -> Traced<'_, F> {
    running.progress.begin();
    trace::traced(&mut running.progress.trace, body)
}

/// The outcome of a tool's body: a `Result`, also through a type alias, or one that [`catch`](super::panics::catch) returns.
#[diagnostic::on_unimplemented(
    message = "a tool returns `Result<data, error>`, not `{Self}`",
    label = "not a `Result`",
    note = "if the tool cannot fail, return `Result<data, std::convert::Infallible>`",
    note = "if the tool returns a future, write `impl Future<Output = …>` or `Pin<Box<dyn Future<Output = …>>>`"
)]
pub trait Outcome: Sized {
    /// Whether the tool has `catch_panic`.
    const CATCHES_PANICS: bool = false;

    /// The data of a success.
    type Data;
    /// The error of a failure.
    type Error;
    /// The outcome with other data.
    type With<T>;

    /// The outcome as a `Result`, or the panic of the body.
    #[allow(clippy::missing_errors_doc, reason = "the error is a panic of the tool")]
    fn into_result(self) -> Result<Result<Self::Data, Self::Error>, Panic>;

    /// Changes the data.
    fn map<T>(self, change: impl FnOnce(Self::Data) -> T) -> Self::With<T>;

    /// The result of `look`, if the outcome is a success.
    fn peek<T>(&self, look: impl FnOnce(&Self::Data) -> T) -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T, E> Outcome for Result<T, E> {
    type Data = T;
    type Error = E;
    type With<U> = Result<U, E>;

    #[inline]
    fn into_result(self) -> Result<Self, Panic> {
        Ok(self)
    }

    #[inline]
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Result<U, E> {
        self.map(change)
    }

    fn peek<U>(&self, look: impl FnOnce(&T) -> U) -> Option<U> {
        self.as_ref().ok().map(look)
    }
}

#[diagnostic::do_not_recommend]
impl<R: Outcome> Outcome for Caught<R> {
    const CATCHES_PANICS: bool = true;

    type Data = R::Data;
    type Error = R::Error;
    type With<T> = Caught<R::With<T>>;

    fn into_result(self) -> Result<Result<R::Data, R::Error>, Panic> {
        self.into_inner()?.into_result()
    }

    fn map<T>(self, change: impl FnOnce(R::Data) -> T) -> Self::With<T> {
        Caught { outcome: self.outcome.map(|outcome| outcome.map(change)), later: self.later }
    }

    fn peek<T>(&self, look: impl FnOnce(&R::Data) -> T) -> Option<T> {
        let outcome = self.outcome.as_ref().ok()?;
        match Panic::catch(|| outcome.peek(look)) {
            Ok(seen) => seen,
            Err(panic) => {
                let _ = self.later.set(panic);
                None
            }
        }
    }
}

/// The outcome with its types, for settings that read it. If the tool returns anything else than a `Result`, that is one error, here.
pub fn open<R, T, E, O>(outcome: R) -> O
where
    R: Outcome<Data = T, Error = E, With<T> = O>,
{
    outcome.map(std::convert::identity)
}

/// A setting that reads the data of a success, as text.
pub fn read<D, N, R, F>(
    running: Running<D>,
    outcome: &R,
    set: impl FnOnce(D, Option<String>) -> N,
    text: F,
) -> Running<N>
where
    R: Outcome,
    N: Returned<R::Data>,
    F: FnOnce(&<N as Returned<R::Data>>::Data) -> String,
{
    let text = outcome.peek(|returned| text(N::data(returned)));
    running.map(|dialect| set(dialect, text))
}

/// The place of data that is not nested under a key, as the dialect allows.
pub fn root<D: Dialect>(_running: &Running<D>) -> D::Root {
    D::Root::default()
}

/// The outcome of a tool with `text`.
pub fn textual<R, T: Textual, E, O>(_data: TypeOf<T>, outcome: R) -> O
where
    R: Outcome<Data = T, Error = E, With<T::Text> = O>,
{
    outcome.map(T::into_text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response_v2::ResponseV2;

    #[test]
    fn only_a_timed_call_has_a_duration() {
        for is_timed in [true, false] {
            let dialect = ResponseV2::default();
            let dialect = if is_timed { dialect.telemetry() } else { dialect };
            let mut running = call("list_tasks", dialect);
            running.progress.begin();
            assert_eq!(
                (running.progress.call.elapsed(), running.progress.call.elapsed_ms()),
                (None, None)
            );
            running.progress.end(None, DialectFacts::of::<ResponseV2>());
            assert_eq!(
                running.progress.call.elapsed().is_some(),
                is_timed || cfg!(feature = "tracing")
            );
        }
    }
}
