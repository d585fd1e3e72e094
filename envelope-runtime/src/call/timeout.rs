//! Drops a body that takes longer than the `timeout` of its tool.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use ::tokio::task::unconstrained;
use ::tokio::time::{Sleep, sleep};
use pin_project_lite::pin_project;

use super::outcome::Outcome;
use super::panics::{Caught, Panic, failure_of};
use crate::error::{IntoFailure, ToolFailure};
use crate::type_of::TypeOf;

/// The time limit of a tool.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Limit {
    time: Duration,
    hint: Option<&'static str>,
}

/// Makes the limit of a tool. If the limit is not a `Duration`, the compiler points at the argument of this function.
pub fn limit(time: Duration) -> Limit {
    Limit { time, hint: None }
}

impl Limit {
    /// Sets the remediation of a call that takes longer.
    pub fn hint(self, hint: &'static str) -> Self {
        Self { hint: Some(hint), ..self }
    }
}

/// The outcome of a body, or a `TIMEOUT` if the body takes longer than the limit and is dropped.
#[inline]
pub fn within<R, T, E, F>(limit: Limit, _error: TypeOf<E>, body: F) -> Within<F>
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    F: Future<Output = R>,
{
    Within { body, deadline: None, limit }
}

pin_project! {
    /// The future of [`within`].
    #[derive(Debug)]
    pub struct Within<F> {
        #[pin]
        body: F,
        // The time begins with the first poll.
        #[pin]
        deadline: Option<Sleep>,
        limit: Limit,
    }
}

impl<F, R> Future for Within<F>
where
    F: Future<Output = R>,
    R: Outcome<Error: IntoFailure>,
{
    type Output = Result<R::Data, ToolFailure>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        if this.deadline.is_none() {
            this.deadline.set(Some(sleep(this.limit.time)));
        }
        if let Poll::Ready(outcome) = this.body.poll(context) {
            let outcome = outcome.into_result().unwrap_or_else(Panic::resume);
            // An error that panics when it is converted, and again when it is dropped, would abort the process. `Caught` catches the first
            // panic, also without `catch_panic`.
            let failure = |error| failure_of::<Caught<R>, _>(error).unwrap_or_else(Panic::resume);
            return Poll::Ready(outcome.map_err(failure));
        }
        if let Some(deadline) = this.deadline.as_pin_mut() {
            // A body that is always busy uses up the task's budget of polls, so the deadline is polled outside of that budget.
            ready!(Pin::new(&mut unconstrained(deadline)).poll(context));
        }
        let Limit { time, hint } = *this.limit;
        let failure =
            ToolFailure::timed_out(format_args!("The operation took longer than {time:?}"));
        Poll::Ready(Err(hint.into_iter().fold(failure, ToolFailure::remediation)))
    }
}
