//! The steps of a call: settings, body, answer.

use std::marker::PhantomData;
use std::time::Instant;

use super::answer::{fail, succeed};
use crate::context::{Context, Tool};
use crate::dialect::returned::{Outcome, Returned};
use crate::dialect::{Dialect, IntoSettings, Settings};
use crate::error::IntoFailure;
use crate::output::Output;
use crate::place::Place;

/// Begins a call: the dialect's default settings.
#[must_use]
pub fn begin<D: Dialect>(tool: &'static Tool) -> D::Settings {
    let is_timed = D::IS_TIMED || cfg!(feature = "tracing");
    D::settings(Context::new(tool, is_timed.then(Instant::now)))
}

/// The place of data that is not nested under a key: what the dialect allows there.
pub fn root<S: IntoSettings>(_settings: &S) -> <S::Dialect as Dialect>::Root {
    Default::default()
}

/// The error type of a tool as an argument, so that the compiler can point at it.
#[derive(Debug)]
pub struct ErrorOf<E>(PhantomData<fn() -> E>);

/// The error type of the tool.
#[must_use]
pub fn error<E>() -> ErrorOf<E> {
    ErrorOf(PhantomData)
}

/// Runs the body of a tool.
#[inline]
pub fn run<R>(body: impl FnOnce() -> R) -> R {
    body()
}

/// The outcome as a `Result`, for a setting that reads it.
#[allow(clippy::missing_errors_doc, reason = "an error is what the tool's body gave")]
pub fn open<R, T, E>(outcome: R) -> Result<T, E>
where
    R: Outcome<Data = T, Error = E>,
{
    outcome.into_result()
}

/// The end of every call: turns the outcome of the body into what the tool returns.
///
/// The arguments carry the spans of the user's types, since the compiler points at the argument whose bound fails.
#[inline]
#[allow(
    clippy::needless_pass_by_value,
    reason = "the compiler points best at an argument by value"
)]
pub fn finish<P, S, E, R, T, O>(place: P, settings: S, _error: ErrorOf<E>, outcome: R) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    S: Returned<T>,
    P: Place<S::Data>,
    O: Output,
{
    conclude(&place, settings, outcome.into_result())
}

/// The end of a call whose arguments do not fit.
#[cfg(feature = "rmcp")]
pub fn reject<S: IntoSettings, O: Output>(
    settings: S,
    invalid: crate::server::rmcp::InvalidArguments,
) -> O {
    let mut settings = settings.into_settings();
    settings.context_mut().end(<S::Dialect as Dialect>::resolve_request_id);
    fail::<S::Dialect, O>(&mut settings, invalid.into_failure())
}

/// [`finish`] for a `Result`.
pub(super) fn conclude<P, S, D, E, T, O>(place: &P, mut settings: S, outcome: Result<T, E>) -> O
where
    E: IntoFailure,
    S: Returned<T, Dialect = D>,
    D: Dialect,
    P: Place<S::Data>,
    O: Output,
{
    match outcome {
        Ok(returned) => {
            let (data, meta) = settings.split(returned);
            succeed::<D, _, O>(&mut settings.into_settings(), &place.place(&data), meta)
        }
        Err(error) => {
            let mut settings = settings.into_settings();
            settings.context_mut().end(D::resolve_request_id);
            fail::<D, O>(&mut settings, error.into_failure())
        }
    }
}
