//! The steps of a call, in the order in which an expansion takes them: the dialect with its settings, the call, the body, the end.

use std::borrow::Cow;
use std::future::Future;
use std::marker::PhantomData;
use std::time::Instant;

use super::answer::{answer_success, end_and_write, fail};
use super::panics::{Panic, conclude_guarded};
use super::place::Place;
use super::trace::{self, Trace, Traced};
use super::{Call, Tool};
use crate::dialect::{Dialect, Returned};
use crate::error::IntoFailure;
use crate::output::Output;
use crate::request_id::{IntoRequestId, RequestId};
use crate::time::clock;

/// A dialect with its default settings.
///
/// A type that is no dialect is one error, here: the type of what is returned is unknown then, so nothing that follows is another
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
    pub(super) call: Call,
    pub(super) dialect: D,
}

/// A call of a tool, in a dialect with its settings. It begins with its body.
#[inline]
pub fn call<D: Speaks>(tool: &'static Tool, dialect: D) -> Running<D> {
    Running { call: Call::new(tool), dialect }
}

impl<D> Running<D> {
    /// The request id.
    #[inline]
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.call.set_request_id(id);
        self
    }

    /// Another name of [`request_id`](Self::request_id).
    #[inline]
    pub fn correlation_id(self, id: impl IntoRequestId) -> Self {
        self.request_id(id)
    }

    /// The name of the tool.
    #[inline]
    pub fn tool(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.call.set_tool_name(name.into());
        self
    }

    /// The version of the tool.
    #[inline]
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.call.version = Some(version.into());
        self
    }

    /// The function has returned its future. If that is dropped before it is polled, the call is cancelled.
    #[inline]
    pub fn suspend(&mut self) {
        self.call.trace.suspend();
    }
}

/// The contract of a call: a dialect, or `()` if one of several has not been chosen yet.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dialect",
    label = "not a `Dialect`",
    note = "a setting is a method of the dialect that returns the dialect"
)]
pub trait Speaks {
    /// The id of the dialect that answers, if it is known.
    const DIALECT: Option<&'static str>;

    /// Whether the envelope can have the duration of the call.
    fn is_call_timed(&self) -> bool;

    /// Changes the request id to one that the contract allows.
    fn resolve(id: &mut Option<RequestId>);
}

impl<D: Dialect> Speaks for D {
    const DIALECT: Option<&'static str> = Some(D::ID);

    fn is_call_timed(&self) -> bool {
        self.is_timed()
    }

    fn resolve(id: &mut Option<RequestId>) {
        D::resolve_request_id(id);
    }
}

impl<D: Speaks> Running<D> {
    /// Begins the call, unless it has begun: its span, and its clock if it is timed.
    pub(super) fn begin(&mut self) {
        if std::mem::replace(&mut self.call.has_begun, true) {
            return;
        }
        // The log has the duration of every call.
        if self.dialect.is_call_timed() || cfg!(feature = "tracing") {
            self.call.started = Some(Instant::now());
        }
        self.call.trace = Trace::of(&self.call, D::DIALECT, D::resolve);
    }
}

impl<D: Dialect> Running<D> {
    /// Ends the call before it is answered: stops the clock, and resolves the request id. A reply can have an id of its own.
    pub(super) fn end(&mut self, reply_id: Option<RequestId>) {
        let Call { started, elapsed, request_id, .. } = &mut self.call;
        *elapsed = started.map(clock::elapsed);
        if let Some(id) = reply_id.and_then(IntoRequestId::into_request_id) {
            *request_id = Some(id);
        } else if request_id.is_none() {
            RequestId::set_to_current(request_id);
        }
        D::resolve_request_id(request_id);
    }
}

/// Runs the body of a tool.
#[inline]
pub fn run<D: Speaks, R>(running: &mut Running<D>, body: impl FnOnce() -> R) -> R {
    running.begin();
    let _entered = running.call.trace.enter();
    body()
}

/// The body of an `async` tool.
#[inline]
pub fn traced<D: Speaks, F: Future>(running: &mut Running<D>, body: F) -> Traced<'_, F> {
    running.begin();
    trace::traced(&mut running.call.trace, body)
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
    let Running { call, dialect } = running;
    Running { call, dialect: set(dialect, text) }
}

/// The place of data that is not nested under a key: what the dialect allows there.
pub fn root<D: Dialect>(_running: &Running<D>) -> D::Root {
    D::Root::default()
}

/// The error type of a tool as an argument, so that the compiler can point at it.
#[derive(Debug)]
pub struct ErrorOf<E>(PhantomData<fn() -> E>);

/// The error type of the tool.
#[must_use]
pub fn error<E>() -> ErrorOf<E> {
    ErrorOf(PhantomData)
}

/// The end of a call: turns the outcome of the body into what the tool returns.
///
/// The arguments carry the spans of the user's types, since the compiler points at the argument whose bound fails.
#[inline]
#[allow(
    clippy::needless_pass_by_value,
    reason = "the compiler points best at an argument by value"
)]
pub fn finish<P, D, E, R, T, O>(
    place: P,
    mut running: Running<D>,
    _error: ErrorOf<E>,
    outcome: R,
) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    let _entered = running.call.trace.enter();
    if R::CATCHES_PANICS {
        return conclude_guarded(&place, &mut running, outcome);
    }
    match outcome.into_result() {
        Ok(Ok(returned)) => conclude(&place, &mut running, returned),
        Ok(Err(error)) => give_up(&mut running, error),
        Err(panic) => fail(&mut running, panic.failure()),
    }
}

/// This and the `Serialize` of the data are all that is compiled for each type of data.
#[inline(never)]
fn conclude<P, D, T, O>(place: &P, running: &mut Running<D>, mut returned: T) -> O
where
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    let meta = running.dialect.take_meta(&mut returned);
    let data = place.place(D::data(&returned));
    let written = end_and_write::<D, O>(running, &meta, &data, P::IS_OBJECT);
    answer_success(running, &meta, written)
}

/// The end of a call whose body does not run, such as one whose arguments do not fit.
pub fn reject<D: Dialect, E: IntoFailure, O: Output>(mut running: Running<D>, invalid: E) -> O {
    running.begin();
    let _entered = running.call.trace.enter();
    give_up(&mut running, invalid)
}

/// Compiled once for each type of error.
#[inline(never)]
fn give_up<D: Dialect, E: IntoFailure, O: Output>(running: &mut Running<D>, error: E) -> O {
    running.end(None);
    fail(running, error.into_failure())
}
