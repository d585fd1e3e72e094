//! The steps of a call: settings, body, answer.

use std::marker::PhantomData;
use std::time::Instant;

use super::answer::{DataFor, WriteData, fail, succeed};
use crate::context::{Context, Facts};
use crate::dialect::returned::{Outcome, Returned};
use crate::dialect::{Dialect, IntoSettings, Settings};
#[cfg(feature = "axum")]
use crate::envelope::Envelope;
use crate::error::IntoFailure;
#[cfg(feature = "axum")]
use crate::error::ToolFailure;
use crate::output::Output;
use crate::place::Place;
use crate::trace::Trace;

/// Begins a call that has settings before its body: the dialect's default settings.
#[must_use]
#[inline]
pub fn begin<D: Dialect>(tool: &'static Facts) -> D::Settings {
    settings(start::<D>(tool))
}

/// A call without settings before its body. It has nothing to drop, so that it costs nothing where the body can panic.
#[derive(Debug)]
pub struct Started<D> {
    tool: &'static Facts,
    at: Option<Instant>,
    dialect: PhantomData<fn() -> D>,
}

impl<D> Clone for Started<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Started<D> {}

/// Begins a call that has no settings before its body.
#[must_use]
#[inline]
pub fn start<D: Dialect>(tool: &'static Facts) -> Started<D> {
    let is_timed = D::IS_TIMED || cfg!(feature = "tracing");
    Started { tool, at: is_timed.then(Instant::now), dialect: PhantomData }
}

/// The dialect's default settings, once the body has ended.
#[must_use]
#[inline]
pub fn settings<D: Dialect>(call: Started<D>) -> D::Settings {
    D::settings(Context::new(call.tool, call.at))
}

/// Begins the span of a call that has no settings before its body.
#[inline]
pub fn trace_started<D: Dialect>(call: &Started<D>) -> Trace {
    if cfg!(feature = "tracing") { trace(&settings(*call)) } else { Trace::none() }
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

/// Begins the span of a call, after the settings that name its tool and its request id.
pub fn trace<S: IntoSettings>(settings: &S) -> Trace {
    let dialect = <S::Dialect as Dialect>::ID;
    Trace::of_call(settings.as_context(), Some(dialect), S::Dialect::resolve_request_id)
}

/// Runs the body of a tool.
#[inline]
pub fn run<R>(trace: &Trace, body: impl FnOnce() -> R) -> R {
    trace.run(body)
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
pub fn finish<P, S, E, R, T, O>(
    place: P,
    settings: S,
    _error: ErrorOf<E>,
    outcome: R,
    trace: Trace,
) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    S: Returned<T>,
    P: Place<S::Data>,
    O: Output,
{
    conclude(&place, settings, outcome.into_result(), trace)
}

/// A whole call that fails, without a tool's function.
#[cfg(feature = "axum")]
pub(crate) fn answer_failure<D: Dialect>(tool: &'static Facts, failure: ToolFailure) -> Envelope {
    let mut settings = begin::<D>(tool);
    settings.context_mut().end(D::resolve_request_id);
    fail::<D, Envelope>(&mut settings, failure)
}

/// The end of a call whose body does not run, such as one whose arguments do not fit.
pub fn reject<S: IntoSettings, E: IntoFailure, O: Output>(
    settings: S,
    invalid: E,
    trace: Trace,
) -> O {
    let _entered = trace.enter();
    conclude_failure::<S, E, O>(settings, invalid, trace)
}

/// [`finish`] for a `Result`.
pub(super) fn conclude<P, S, D, E, T, O>(
    place: &P,
    mut settings: S,
    outcome: Result<T, E>,
    trace: Trace,
) -> O
where
    E: IntoFailure,
    S: Returned<T, Dialect = D>,
    D: Dialect,
    P: Place<S::Data>,
    O: Output,
{
    let _entered = trace.enter();
    match outcome {
        Ok(returned) => {
            let plain_meta = settings.plain_meta(&returned);
            let (data, meta) = S::split(returned, plain_meta);
            let data = DataFor::<D, O, _>::new(place.place(&data));
            conclude_success::<S, O>(settings, meta, trace, &data)
        }
        Err(error) => conclude_failure::<S, E, O>(settings, error, trace),
    }
}

/// Compiled once for each dialect and output, not for each type of data.
#[inline(never)]
fn conclude_success<S: IntoSettings, O: Output>(
    settings: S,
    meta: <S::Dialect as Dialect>::Meta,
    trace: Trace,
    data: &dyn WriteData,
) -> O {
    let mut settings = settings.into_settings();
    *settings.context_mut().trace_mut() = trace;
    succeed::<S::Dialect, O>(&mut settings, meta, data)
}

/// Compiled once for each type of error.
#[inline(never)]
fn conclude_failure<S: IntoSettings, E: IntoFailure, O: Output>(
    settings: S,
    error: E,
    trace: Trace,
) -> O {
    let mut settings = settings.into_settings();
    *settings.context_mut().trace_mut() = trace;
    settings.context_mut().end(<S::Dialect as Dialect>::resolve_request_id);
    fail::<S::Dialect, O>(&mut settings, error.into_failure())
}
