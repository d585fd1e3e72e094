//! The steps of a call: settings, body, answer.

use std::marker::PhantomData;
use std::time::Instant;

use super::answer::{Success, SuccessOf, answer_success, fail, write_data};
use crate::context::{Context, Facts};
use crate::dialect::returned::{Outcome, Returned};
use crate::dialect::{AsSettings, Dialect, Settings};
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
pub fn begin<D: Dialect>(tool: Facts) -> D::Settings {
    start::<D>(tool).into_settings()
}

/// A call without settings before its body: they can be made later. It has nothing to drop, so that it costs nothing where the
/// body can panic.
#[derive(Debug)]
pub struct Started<S> {
    tool: Facts,
    at: Option<Instant>,
    settings: PhantomData<fn() -> S>,
}

impl<S> Clone for Started<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Started<S> {}

impl<S: Settings> Started<S> {
    #[inline]
    fn into_settings(self) -> S {
        <S as Settings>::Dialect::settings(Context::new(self.tool, self.at))
    }
}

/// Begins a call that has no settings before its body.
#[must_use]
#[inline]
pub fn start<D: Dialect>(tool: Facts) -> Started<D::Settings> {
    let is_timed = D::IS_TIMED || cfg!(feature = "tracing");
    Started { tool, at: is_timed.then(Instant::now), settings: PhantomData }
}

/// The dialect's default settings. They are made in one place, and not in each tool.
#[must_use]
#[inline(never)]
pub fn settings<S: Settings>(call: Started<S>) -> S {
    call.into_settings()
}

/// Begins the span of a call that has no settings before its body.
#[inline]
pub fn trace_started<S: Settings>(call: &Started<S>) -> Trace {
    if cfg!(feature = "tracing") { trace(&settings(*call)) } else { Trace::none() }
}

/// The place of data that is not nested under a key: what the dialect allows there.
pub fn root<S: AsSettings>(_settings: &S) -> <S::Dialect as Dialect>::Root {
    Default::default()
}

/// The same before there are settings.
pub fn root_started<S: Settings>(
    _call: &Started<S>,
) -> <<S as Settings>::Dialect as Dialect>::Root {
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
pub fn trace<S: AsSettings>(settings: &S) -> Trace {
    let dialect = <S::Dialect as Dialect>::ID;
    Trace::of_call(settings.as_settings().context(), Some(dialect), S::Dialect::resolve_request_id)
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

/// The end of a call: turns the outcome of the body into what the tool returns.
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

/// [`finish`] for a call without settings. This and the `Serialize` of the data are all that is compiled for each type of data.
#[inline(never)]
#[allow(
    clippy::needless_pass_by_value,
    reason = "the compiler points best at an argument by value"
)]
pub fn finish_started<P, S, E, R, T, O>(
    place: P,
    call: Started<S>,
    _error: ErrorOf<E>,
    outcome: R,
    trace: Trace,
) -> O
where
    R: Outcome<Data = T, Error = E>,
    E: IntoFailure,
    S: Settings + Returned<T, Dialect = <S as Settings>::Dialect>,
    P: Place<S::Data>,
    O: Output,
{
    let _entered = trace.enter();
    match outcome.into_result() {
        Ok(mut returned) => {
            let mut success = SuccessOf::<_, S, O, _>::new(&place, &mut returned);
            conclude_success_started::<S, O>(call, trace, &mut success)
        }
        Err(error) => conclude_failure_started::<S, E, O>(call, error, trace),
    }
}

/// A whole call that fails, without a tool's function.
#[cfg(feature = "axum")]
pub(crate) fn answer_failure<D: Dialect>(tool: Facts, failure: ToolFailure) -> Envelope {
    let mut settings = begin::<D>(tool);
    settings.context_mut().end(D::resolve_request_id);
    fail::<D, Envelope>(&mut settings, failure)
}

/// The end of a call whose body does not run, such as one whose arguments do not fit.
pub fn reject<S: AsSettings, E: IntoFailure, O: Output>(
    mut settings: S,
    invalid: E,
    trace: Trace,
) -> O {
    let _entered = trace.enter();
    conclude_failure::<S, E, O>(&mut settings, invalid, trace)
}

/// [`finish`] for a `Result`.
#[inline(never)]
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
        Ok(mut returned) => {
            let mut success = SuccessOf::<_, S, O, _>::new(place, &mut returned);
            conclude_success::<S, O>(&mut settings, trace, &mut success)
        }
        Err(error) => conclude_failure::<S, E, O>(&mut settings, error, trace),
    }
}

/// Compiled once for each dialect and output, not for each type of data.
#[inline(never)]
fn conclude_success<S: AsSettings, O: Output>(
    settings: &mut S,
    trace: Trace,
    success: &mut dyn Success<S>,
) -> O {
    succeed(settings, trace, success)
}

/// The same before there are settings.
#[inline(never)]
fn conclude_success_started<S: Settings, O: Output>(
    call: Started<S>,
    trace: Trace,
    success: &mut dyn Success<S>,
) -> O {
    succeed(&mut call.into_settings(), trace, success)
}

#[inline]
fn succeed<S: AsSettings, O: Output>(
    settings: &mut S,
    trace: Trace,
    success: &mut dyn Success<S>,
) -> O {
    let meta = success.take_meta(settings);
    let settings = settings.as_settings_mut();
    *settings.context_mut().trace_mut() = trace;
    let written = write_data(settings, success, &meta);
    answer_success::<S::Dialect, O>(settings, meta, written)
}

/// Compiled once for each type of error.
#[inline(never)]
fn conclude_failure<S: AsSettings, E: IntoFailure, O: Output>(
    settings: &mut S,
    error: E,
    trace: Trace,
) -> O {
    fail_with::<S::Dialect, O>(settings.as_settings_mut(), error, trace)
}

/// The same before there are settings.
#[inline(never)]
fn conclude_failure_started<S: Settings, E: IntoFailure, O: Output>(
    call: Started<S>,
    error: E,
    trace: Trace,
) -> O {
    fail_with::<<S as Settings>::Dialect, O>(&mut settings(call), error, trace)
}

#[inline]
fn fail_with<D: Dialect, O: Output>(
    settings: &mut D::Settings,
    error: impl IntoFailure,
    trace: Trace,
) -> O {
    *settings.context_mut().trace_mut() = trace;
    settings.context_mut().end(D::resolve_request_id);
    fail::<D, O>(settings, error.into_failure())
}
