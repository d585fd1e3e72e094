//! A call of a tool that speaks several contracts.
//!
//! What every contract has a place for is set in a [`Call`] before the body. After it, the settings of the dialect that answers
//! are made from the call, in a [`Choice`] that has a place for each dialect.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::time::Instant;

use serde::Serialize;

use super::call::{ErrorOf, begin, conclude, reject, trace};
use super::panics::{Caught, conclude_caught};
use crate::context::{Context, Facts, Source};
use crate::contract::{Contract, Names};
use crate::dialect::returned::{Outcome, Peek};
use crate::dialect::{Dialect, PlainData};
use crate::envelope::Envelope;
use crate::error::{IntoFailure, ToolFailure};
use crate::output::Output;
use crate::place::{Keys, Nest, Place};
use crate::reply::Reply;
use crate::request_id::IntoRequestId;
use crate::trace::Trace;

/// A call whose dialect is not chosen yet. Its methods are the settings that are the same in every dialect.
#[derive(Debug)]
#[must_use]
pub struct Call(Context);

/// Begins a call. The clock runs, since any of the dialects may need it.
pub fn call(tool: Facts) -> Call {
    Call(Context::new(tool, Some(Instant::now())))
}

impl Call {
    /// The request id, also by the name `correlation_id`.
    pub fn request_id(mut self, id: impl IntoRequestId) -> Self {
        self.0.set_request_id(id);
        self
    }

    /// The same as [`request_id`](Self::request_id).
    pub fn correlation_id(self, id: impl IntoRequestId) -> Self {
        self.request_id(id)
    }

    /// The name of the tool.
    pub fn tool(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.0.set_tool_name(name);
        self
    }

    /// The version of the tool.
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.0.set_version(version);
        self
    }
}

/// Begins the span of a call whose dialect is not chosen yet.
pub fn trace_call(call: &Call) -> Trace {
    Trace::of_call(&call.0, None, |_| {})
}

/// The settings of the dialect that answers.
#[must_use]
pub fn settings_chosen<D: Dialect>(call: Call) -> D::Settings {
    D::settings(call.0)
}

/// The settings of one of the dialects, before it is known which one answers.
#[must_use]
pub fn settings_before<D: Dialect>(call: &Call) -> D::Settings {
    D::settings(call.0.clone())
}

/// The names of one of the dialects.
#[must_use]
pub const fn names<D: Dialect>() -> Names {
    Names::of::<D>()
}

/// The place of the caller's contract among those of the tool.
#[must_use]
pub fn chosen(spoken: &[Names]) -> usize {
    Contract::place_in(spoken)
}

/// What a tool with several dialects can return as data: plain data.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the data of a tool with several dialects",
    label = "not plain data",
    note = "a `Reply` belongs to one dialect: return the data alone, or give the tool one dialect"
)]
pub trait Plain {
    /// The data. It is a name for the type that is known to be plain: if it is not, nothing that follows is another error.
    type Data: Serialize;

    /// The data.
    fn plain(self) -> Self::Data;
}

impl<T: Serialize> Plain for T {
    type Data = T;

    fn plain(self) -> T {
        self
    }
}

/// For no reply, since no dialect is [`Common`]. Where two implementations are possible and neither holds, the compiler says that
/// a reply is not [`Plain`]; with one, it would ask for a reply that serializes.
#[diagnostic::do_not_recommend]
impl<T: Serialize, D: Dialect + Common> Plain for Reply<T, D> {
    type Data = T;

    fn plain(self) -> T {
        self.into_parts().0
    }
}

/// A dialect whose replies are those of every dialect. There is none.
pub trait Common {}

/// The data type of a tool as an argument, so that the compiler can point at it.
#[derive(Debug)]
pub struct DataOf<T>(PhantomData<fn() -> T>);

/// The data type of the tool.
#[must_use]
pub fn data<T>() -> DataOf<T> {
    DataOf(PhantomData)
}

/// The outcome as a `Result` of plain data.
#[allow(clippy::missing_errors_doc, reason = "an error is what the tool's body gave")]
pub fn plain<R, T: Plain, E>(_data: DataOf<T>, outcome: R) -> Result<T::Data, E>
where
    R: Outcome<Data = T, Error = E>,
{
    outcome.into_result().map(T::plain)
}

/// [`plain`] under `catch_panic`.
pub fn plain_caught<R, T: Plain, E>(
    _data: DataOf<T>,
    outcome: Caught<R>,
) -> Caught<Result<T::Data, E>>
where
    R: Outcome<Data = T, Error = E>,
{
    outcome.map(|outcome| outcome.into_result().map(T::plain))
}

/// Types a closure over the data, for a setting of several dialects.
pub fn reading<P: Peek, F: FnOnce(&P::Data) -> String>(_outcome: &P, read: F) -> F {
    read
}

/// The settings of the dialect that answers, or those of another one.
#[derive(Debug)]
pub enum Choice<S, R> {
    This(S),
    Other(R),
}

/// No dialect: the end of the list.
#[derive(Clone, Copy, Debug)]
pub enum Never {}

/// The settings of the last dialect.
pub fn last<S>(settings: S) -> Choice<S, Never> {
    Choice::This(settings)
}

/// Settings of several dialects, each of which can answer with data of the type `T`.
pub trait Choices<P, T> {
    /// Answers in the dialect that is chosen.
    fn conclude<R, O>(self, place: &P, outcome: R, trace: Trace) -> O
    where
        R: Ended<Data = T, Error: IntoFailure>,
        O: Output;
}

impl<P, T> Choices<P, T> for Never {
    fn conclude<R, O>(self, _place: &P, _outcome: R, _trace: Trace) -> O {
        match self {}
    }
}

impl<P, T, S, Others> Choices<P, T> for Choice<S, Others>
where
    T: Serialize,
    S: PlainData<T>,
    P: PlaceIn<S::Dialect, T>,
    Others: Choices<P, T>,
{
    fn conclude<R, O>(self, place: &P, outcome: R, trace: Trace) -> O
    where
        R: Ended<Data = T, Error: IntoFailure>,
        O: Output,
    {
        match self {
            Self::This(settings) => outcome.conclude(&place.place_in(), settings, trace),
            Self::Other(others) => others.conclude(place, outcome, trace),
        }
    }
}

/// An outcome, caught or not.
pub trait Ended {
    type Data;
    type Error;

    /// Answers in one dialect.
    fn conclude<P, S, O>(self, place: &P, settings: S, trace: Trace) -> O
    where
        Self::Data: Serialize,
        Self::Error: IntoFailure,
        S: PlainData<Self::Data>,
        P: Place<Self::Data>,
        O: Output;
}

impl<T, E> Ended for Result<T, E> {
    type Data = T;
    type Error = E;

    fn conclude<P, S, O>(self, place: &P, settings: S, trace: Trace) -> O
    where
        T: Serialize,
        E: IntoFailure,
        S: PlainData<T>,
        P: Place<T>,
        O: Output,
    {
        conclude(place, settings, self, trace)
    }
}

impl<T, E> Ended for Caught<Result<T, E>> {
    type Data = T;
    type Error = E;

    fn conclude<P, S, O>(self, place: &P, settings: S, trace: Trace) -> O
    where
        T: Serialize,
        E: IntoFailure,
        S: PlainData<T>,
        P: Place<T>,
        O: Output,
    {
        conclude_caught(place, settings, self, trace)
    }
}

/// Where data of the type `T` is in the dialect `D`.
pub trait PlaceIn<D, T> {
    type Place: Place<T>;

    fn place_in(&self) -> Self::Place;
}

/// The place of data that is not nested under a key: what each dialect allows there.
#[derive(Clone, Copy, Debug)]
pub struct Roots;

impl<D: Dialect<Root: Place<T>>, T> PlaceIn<D, T> for Roots {
    type Place = D::Root;

    fn place_in(&self) -> D::Root {
        D::Root::default()
    }
}

impl<D, T: Nest<N>, const N: usize> PlaceIn<D, T> for Keys<N> {
    type Place = Self;

    fn place_in(&self) -> Self {
        *self
    }
}

/// The end of a call in one of several dialects, as [`finish`](super::finish) is in one.
///
/// The outcome comes first: it decides what the data is, before a dialect with few types of data can.
#[allow(
    clippy::needless_pass_by_value,
    reason = "the compiler points best at an argument by value"
)]
pub fn finish_chosen<R, P, C, E, O>(
    outcome: R,
    place: P,
    choice: C,
    _error: ErrorOf<E>,
    trace: Trace,
) -> O
where
    R: Ended<Error = E>,
    E: IntoFailure,
    C: Choices<P, R::Data>,
    O: Output,
{
    choice.conclude(&place, outcome, trace)
}

/// Answers that a negotiation failed.
pub(crate) fn refuse<D: Dialect>(failure: ToolFailure) -> Envelope {
    const TOOL: Facts = Facts {
        name: "negotiate",
        source: &Source { file: file!(), package_version: option_env!("CARGO_PKG_VERSION") },
    };
    let settings = begin::<D>(TOOL);
    let trace = trace(&settings);
    reject(settings, failure, trace)
}
