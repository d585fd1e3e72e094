//! `catch_panic`: panics in the body, in the data, in the error and in the dialect.

use std::any::Any;
use std::cell::OnceCell;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::task::Poll;

use super::answer::{answer_success, end_and_write, fail, fallback};
use super::place::Place;
use super::steps::{Outcome, Running};
use crate::dialect::{Dialect, Returned};
use crate::error::{IntoFailure, ToolFailure};
use crate::output::Output;

/// The outcome of a body, or its panic.
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

    fn into_inner(self) -> Result<R, Panic> {
        self.later.into_inner().map_or(self.outcome, Err)
    }

    /// The outcome. If it is a panic, that goes on.
    pub fn resume(self) -> R {
        self.into_inner().unwrap_or_else(Panic::resume)
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

/// The message of a panic.
#[derive(Debug)]
pub struct Panic(String);

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

    /// Panics again, without another message to standard error.
    pub(super) fn resume<R>(self) -> R {
        resume_unwind(Box::new(self.0))
    }

    pub(super) fn failure(self) -> ToolFailure {
        ToolFailure::internal(format_args!("the tool panicked: {}", self.0))
    }
}

/// Runs the body of a tool under `catch_panic`.
pub fn catch<R>(body: impl FnOnce() -> R) -> Caught<R> {
    Caught::new(Panic::catch(body))
}

/// Polls the body of an `async` tool under `catch_panic`.
pub async fn catch_polls<F: Future>(future: F) -> Caught<F::Output> {
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
    Caught::new(unless_panic(Panic::catch(|| future.set(None)), outcome))
}

// Code of the author gets a value by reference, and the value is dropped after that: a second panic, in its `Drop`, while the
// first one unwinds would abort the process.

/// The failure that an error makes.
pub(super) fn failure_of<E: IntoFailure>(error: E) -> Result<ToolFailure, Panic> {
    if E::IS_FAILURE {
        return Ok(error.into_failure());
    }
    let failure = Panic::catch(|| error.to_failure());
    unless_panic(Panic::catch(|| drop(error)), failure)
}

/// What the body has returned, and its metadata.
fn with_meta<D: Returned<T>, T>(dialect: &mut D, mut returned: T) -> Result<(T, D::Meta), Panic> {
    match Panic::catch(|| dialect.take_meta(&mut returned)) {
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

/// The end of a call under `catch_panic`: data, errors and dialects can panic as well.
pub(super) fn conclude_guarded<P, D, R, T, O>(place: &P, running: &mut Running<D>, outcome: R) -> O
where
    R: Outcome<Data = T, Error: IntoFailure>,
    D: Returned<T>,
    P: Place<D::Data>,
    O: Output,
{
    // The outcome is prepared first, since the answer to a panic here still needs the call.
    let outcome = Panic::catch(|| outcome.into_result()).and_then(|outcome| outcome);
    let prepared = outcome.and_then(|outcome| match outcome {
        Ok(returned) => with_meta(&mut running.dialect, returned).map(Ok),
        Err(error) => failure_of(error).map(Err),
    });
    let answered = match prepared {
        Ok(Ok((returned, meta))) => {
            let written = Panic::catch(|| {
                let data = place.place(D::data(&returned));
                end_and_write::<D, O>(running, &meta, &data, P::IS_OBJECT)
            });
            // Before the answer, which goes to the log.
            let written = unless_panic(Panic::catch(|| drop(returned)), written);
            written.and_then(|written| Panic::catch(|| answer_success(running, &meta, written)))
        }
        Ok(Err(failure)) => fail_guarded(running, failure),
        Err(panic) => Err(panic),
    };
    answered
        .or_else(|panic| {
            running.call.trace.panicked();
            fail_guarded(running, panic.failure())
        })
        .unwrap_or_else(|panic| {
            running.call.trace.panicked();
            O::from_envelope(fallback(running, &panic.0))
        })
}

fn fail_guarded<D: Dialect, O: Output>(
    running: &mut Running<D>,
    failure: ToolFailure,
) -> Result<O, Panic> {
    Panic::catch(|| {
        running.end(None);
        fail(running, failure)
    })
}
