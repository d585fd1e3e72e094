//! `catch_panic`: panics in the body, in the data and in the error.

use std::any::Any;
use std::cell::OnceCell;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::task::Poll;

use crate::dialect::Returned;
use crate::error::{Contexts, IntoFailure, ToolFailure};

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

    pub(super) fn into_inner(self) -> Result<R, Panic> {
        self.later.into_inner().map_or(self.outcome, Err)
    }

    /// The outcome. A panic continues.
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
    // A future can also panic when it is dropped.
    Caught::new(unless_panic(Panic::catch(|| future.set(None)), outcome))
}

// Code of the author gets a value by reference, and the value is dropped after that: a second panic, in its `Drop`, while the
// first one unwinds would abort the process.

/// The failure that an error makes.
pub(super) fn failure_of<E: IntoFailure>(
    error: E,
    contexts: Contexts,
) -> Result<ToolFailure, Panic> {
    if E::IS_FAILURE {
        return Ok(error.into_failure(contexts));
    }
    let failure = Panic::catch(|| error.to_failure(contexts));
    unless_panic(Panic::catch(|| drop(error)), failure)
}

/// The returned value of the body, and its metadata.
pub(super) fn with_meta<D: Returned<T>, T>(
    dialect: &mut D,
    mut returned: T,
) -> Result<(T, D::Meta), Panic> {
    match Panic::catch(|| dialect.take_meta(&mut returned)) {
        Ok(meta) => Ok((returned, meta)),
        Err(panic) => unless_panic(Panic::catch(|| drop(returned)), Err(panic)),
    }
}

/// What came out, unless the end of it was a panic.
pub(super) fn unless_panic<R>(
    end: Result<(), Panic>,
    outcome: Result<R, Panic>,
) -> Result<R, Panic> {
    let Err(panic) = end else { return outcome };
    // The outcome can also panic when it is dropped.
    let _ = Panic::catch(|| drop(outcome));
    Err(panic)
}
