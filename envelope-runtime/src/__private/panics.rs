//! `catch_panic`: panics in the body, in the data, in the error and in the dialect.

use std::any::Any;
use std::cell::OnceCell;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
#[cfg(feature = "tokio")]
use std::time::Duration;

use super::answer::{SuccessOf, answer_success, fail, fallback, write_data};
use super::call::ErrorOf;
#[cfg(feature = "tokio")]
use super::timeout::timed_out;
use crate::dialect::returned::{Outcome, Peek, Returned};
use crate::dialect::{Dialect, Settings};
use crate::error::{IntoFailure, ToolFailure};
use crate::output::Output;
use crate::place::Place;
use crate::trace::Trace;

/// The outcome of a body that was run under `catch_panic`.
#[derive(Debug)]
pub struct Caught<R> {
    outcome: Result<R, Panic>,
    /// The panic of a setting that reads the outcome.
    later: OnceCell<Panic>,
}

impl<R> Caught<R> {
    fn new(outcome: Result<R, Panic>) -> Self {
        Self { outcome, later: OnceCell::new() }
    }

    /// The same with another outcome.
    pub(super) fn map<O>(self, map: impl FnOnce(R) -> O) -> Caught<O> {
        Caught { outcome: self.outcome.map(map), later: self.later }
    }

    fn into_inner(self) -> Result<R, Panic> {
        self.later.into_inner().map_or(self.outcome, Err)
    }
}

impl<R: Peek> Peek for Caught<R> {
    type Data = R::Data;

    fn peek<O>(&self, look: impl FnOnce(&R::Data) -> O) -> Option<O> {
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

/// The message of a panic.
#[derive(Debug)]
struct Panic(String);

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

    fn catch<R>(body: impl FnOnce() -> R) -> Result<R, Self> {
        catch_unwind(AssertUnwindSafe(body)).map_err(Self::new)
    }

    fn failure(self) -> ToolFailure {
        ToolFailure::internal(format_args!("the tool panicked: {}", self.0))
    }
}

/// Runs the body of a tool under `catch_panic`.
pub fn run_caught<R>(trace: &Trace, body: impl FnOnce() -> R) -> Caught<R> {
    Caught::new(Panic::catch(|| trace.run(body)))
}

/// Runs the body of an `async` tool under `catch_panic`.
pub async fn catch<R>(body: impl Future<Output = R>) -> Caught<R> {
    Caught::new(catch_polls(body).await)
}

/// Awaits the outcome of a tool that returns a future of it, under `catch_panic`.
pub async fn catch_made<F: Future>(future: Caught<F>) -> Caught<F::Output> {
    Caught::new(match future.into_inner() {
        Ok(future) => catch_polls(future).await,
        Err(panic) => Err(panic),
    })
}

/// [`within`](super::within) under `catch_panic`: a body can panic when it is dropped, and an error when it is converted.
#[cfg(feature = "tokio")]
pub async fn within_caught<R, T, E>(
    limit: Duration,
    _error: ErrorOf<E>,
    body: impl Future<Output = Caught<R>>,
) -> Caught<Result<T, ToolFailure>>
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
{
    // In a block, since `timeout` itself panics outside of a runtime.
    let timed = catch_polls(async move { ::tokio::time::timeout(limit, body).await }).await;
    Caught::new(timed.and_then(|timed| match timed {
        Ok(caught) => match caught.into_inner()?.into_result() {
            Ok(returned) => Ok(Ok(returned)),
            Err(error) => failure_of(error).map(Err),
        },
        Err(_elapsed) => Ok(Err(timed_out(limit))),
    }))
}

async fn catch_polls<F: Future>(future: F) -> Result<F::Output, Panic> {
    let mut future = pin!(Some(future));
    let outcome = poll_fn(|context| {
        let poll = Panic::catch(|| match future.as_mut().as_pin_mut() {
            Some(future) => future.poll(context),
            None => Poll::Pending,
        });
        match poll {
            Ok(poll) => poll.map(Ok),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await;
    // A future can panic when it is dropped, as well.
    unless_panic(Panic::catch(|| future.set(None)), outcome)
}

// Code of the author gets a value by reference, and the value is dropped after that: a second panic, in its `Drop`, while the
// first one unwinds would abort the process.

/// The failure that an error makes.
fn failure_of<E: IntoFailure>(error: E) -> Result<ToolFailure, Panic> {
    if E::IS_FAILURE {
        return Ok(error.into_failure());
    }
    let failure = Panic::catch(|| error.to_failure());
    unless_panic(Panic::catch(|| drop(error)), failure)
}

/// What the body has returned, and its metadata.
fn with_meta<S, T>(
    settings: &mut S,
    mut returned: T,
) -> Result<(T, <S::Dialect as Dialect>::Meta), Panic>
where
    S: Returned<T>,
{
    match Panic::catch(|| settings.take_meta(&mut returned)) {
        Ok(meta) => Ok((returned, meta)),
        Err(panic) => unless_panic(Panic::catch(|| drop(returned)), Err(panic)),
    }
}

/// What came out, unless the end of it was a panic.
fn unless_panic<R>(end: Result<(), Panic>, outcome: Result<R, Panic>) -> Result<R, Panic> {
    let Err(panic) = end else { return outcome };
    // Whatever came out can panic when it is dropped, too.
    let _ = Panic::catch(|| drop(outcome));
    Err(panic)
}

/// The outcome as a `Result`, for a setting that reads it.
pub fn open_caught<R, T, E>(outcome: Caught<R>) -> Caught<Result<T, E>>
where
    R: Outcome<Data = T, Error = E>,
{
    outcome.map(R::into_result)
}

/// [`finish`](super::finish) under `catch_panic`: data, errors and dialects can panic as well.
#[allow(
    clippy::needless_pass_by_value,
    reason = "the compiler points best at an argument by value"
)]
pub fn finish_caught<P, S, E, R, T, O>(
    place: P,
    settings: S,
    _error: ErrorOf<E>,
    outcome: Caught<R>,
    trace: Trace,
) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    S: Returned<T>,
    P: Place<S::Data>,
    O: Output,
{
    conclude_caught(&place, settings, outcome, trace)
}

pub(super) fn conclude_caught<P, S, D, E, R, T, O>(
    place: &P,
    mut settings: S,
    outcome: Caught<R>,
    trace: Trace,
) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    S: Returned<T, Dialect = D>,
    D: Dialect,
    P: Place<S::Data>,
    O: Output,
{
    let _entered = trace.enter();
    // The outcome is prepared first, since the answer to a panic here still needs the settings.
    let outcome = Panic::catch(|| outcome.into_inner()).and_then(|outcome| outcome);
    let prepared = outcome.and_then(|outcome| match outcome.into_result() {
        Ok(returned) => with_meta(&mut settings, returned).map(Ok),
        Err(error) => failure_of(error).map(Err),
    });
    let settings = settings.as_settings_mut();
    *settings.context_mut().trace_mut() = trace;
    let answered = match prepared {
        Ok(Ok((mut returned, meta))) => {
            let written = Panic::catch(|| {
                let success = SuccessOf::<_, S, O, _>::new(place, &mut returned);
                write_data(settings, &success, &meta)
            });
            // Before the answer, which goes to the log.
            let written = unless_panic(Panic::catch(|| drop(returned)), written);
            written.and_then(|written| {
                Panic::catch(|| answer_success::<D, O>(settings, meta, written))
            })
        }
        Ok(Err(failure)) => fail_caught::<D, O>(settings, failure),
        Err(panic) => Err(panic),
    };
    answered
        .or_else(|panic| {
            settings.context_mut().trace_mut().panicked();
            fail_caught::<D, O>(settings, panic.failure())
        })
        .unwrap_or_else(|panic| {
            settings.context_mut().trace_mut().panicked();
            O::from_envelope(fallback::<D>(settings, &panic.0))
        })
}

fn fail_caught<D: Dialect, O: Output>(
    settings: &mut D::Settings,
    failure: ToolFailure,
) -> Result<O, Panic> {
    Panic::catch(|| {
        settings.context_mut().end(D::resolve_request_id);
        fail::<D, O>(settings, failure)
    })
}
