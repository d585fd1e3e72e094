//! Catches panics in the body, the data and the error of a tool with `catch_panic`.

use std::any::Any;
use std::cell::OnceCell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use pin_project_lite::pin_project;

use super::outcome::Outcome;
use crate::error::{IntoFailure, ToolFailure};

/// The outcome of a body, or its panic.
#[derive(Debug)]
pub struct Caught<R> {
    pub(super) outcome: Result<R, Panic>,
    /// The panic of a setting that reads the outcome.
    pub(super) later: OnceCell<Panic>,
}

impl<R> Caught<R> {
    fn new(outcome: Result<R, Panic>) -> Self {
        Self { outcome, later: OnceCell::new() }
    }

    pub(crate) fn into_inner(self) -> Result<R, Panic> {
        self.later.into_inner().map_or(self.outcome, Err)
    }

    /// Returns the outcome, or continues the panic.
    pub fn resume(self) -> R {
        self.into_inner().unwrap_or_else(Panic::resume)
    }
}

/// The message of a panic.
#[derive(Debug)]
pub struct Panic(pub(super) String);

impl Panic {
    fn new(payload: Box<dyn Any + Send>) -> Self {
        let message = match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
            (Some(message), _) => (*message).to_owned(),
            (_, Some(message)) => message.clone(),
            (None, None) => "a panic without a message".to_owned(),
        };
        // A payload can panic when it is dropped, and so can the payload of that panic.
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(payload);
        }
        Self(message)
    }

    pub(super) fn catch<R>(body: impl FnOnce() -> R) -> Result<R, Self> {
        catch_unwind(AssertUnwindSafe(body)).map_err(Self::new)
    }

    /// Panics again, without another message to standard error.
    pub(crate) fn resume<R>(self) -> R {
        resume_unwind(Box::new(self.0))
    }

    pub(super) fn failure(self) -> ToolFailure {
        ToolFailure::defect(format_args!("the tool panicked: {}", self.0))
    }
}

/// Runs the body of a tool under `catch_panic`.
pub fn catch<R>(body: impl FnOnce() -> R) -> Caught<R> {
    Caught::new(Panic::catch(body))
}

/// Runs the body of a tool that returns a future, and boxes this future. Without the box, the tool's own future would contain it twice.
#[inline]
pub fn boxed<F>(body: impl FnOnce() -> F) -> impl FnOnce() -> Pin<Box<F>> {
    || Box::pin(body())
}

/// Polls the body of an `async` tool under `catch_panic`.
#[inline]
pub fn catch_polls<F: Future>(future: F) -> CatchPolls<F> {
    CatchPolls { future: Some(future) }
}

pin_project! {
    /// The future of [`catch_polls`].
    #[derive(Debug)]
    pub struct CatchPolls<F> {
        #[pin]
        future: Option<F>,
    }
}

impl<F: Future> Future for CatchPolls<F> {
    type Output = Caught<F::Output>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut future = self.project().future;
        let poll = Panic::catch(|| match future.as_mut().as_pin_mut() {
            Some(future) => future.poll(context),
            None => Poll::Pending,
        });
        let outcome = match poll {
            Ok(poll) => Ok(ready!(poll)),
            Err(panic) => Err(panic),
        };
        // A future can also panic when it is dropped.
        Poll::Ready(Caught::new(unless_panic(Panic::catch(|| future.set(None)), outcome)))
    }
}

// The author's code gets a value by reference, and the value is dropped afterwards. If its `Drop` panicked while the first panic
// unwinds, the process would abort.

/// Runs code of the author, and catches its panic if the tool has `catch_panic`. The type of the outcome decides, so a tool without
/// `catch_panic` contains no code that catches panics.
#[inline]
pub(super) fn guard<O: Outcome, R>(code: impl FnOnce() -> R) -> Result<R, Panic> {
    if O::CATCHES_PANICS { Panic::catch(code) } else { Ok(code()) }
}

/// Converts an error into a failure.
#[inline]
pub(super) fn failure_of<O: Outcome, E: IntoFailure>(error: E) -> Result<ToolFailure, Panic> {
    if E::IS_FAILURE {
        return Ok(error.into_failure());
    }
    let failure = guard::<O, _>(|| error.to_failure());
    dropped::<O, _, _>(error, failure)
}

/// Drops a value. If its `Drop` panics, the panic replaces the outcome.
#[inline]
pub(super) fn dropped<O: Outcome, T, R>(value: T, outcome: Result<R, Panic>) -> Result<R, Panic> {
    unless_panic(guard::<O, _>(|| drop(value)), outcome)
}

/// Returns the outcome, unless the next step panicked.
#[inline]
fn unless_panic<R>(after: Result<(), Panic>, outcome: Result<R, Panic>) -> Result<R, Panic> {
    let Err(panic) = after else { return outcome };
    // The outcome can also panic when it is dropped.
    let _ = Panic::catch(|| drop(outcome));
    Err(panic)
}
