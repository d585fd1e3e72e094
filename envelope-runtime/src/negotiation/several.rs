//! A call of a tool with several dialects: the dialect of the answer is chosen after the body.

use std::marker::PhantomData;

use serde::Serialize;

use crate::call::outcome::Outcome;
use crate::call::running::{Running, Speaks};
use crate::dialect::shared_reply::SharedReply;
use crate::dialect::{Carries, Dialect, DialectFacts, Reply};
use crate::page::Page;
use crate::type_of::TypeOf;

/// Any dialect can answer, so the call is timed, in case the dialect reports durations.
impl Speaks for () {
    const DIALECT: Option<&'static DialectFacts> = None;

    fn is_call_timed(&self) -> bool {
        true
    }
}

/// The call in the dialect of the answer.
pub fn decided<D: Dialect>(running: Running<()>, dialect: D) -> Running<D> {
    running.map(|()| dialect)
}

/// The data of a tool with several dialects: plain data, or a page.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the data of a tool with several dialects",
    label = "not plain data",
    note = "a `Reply` belongs to one dialect: return the data, a `Page` or a `SharedReply`, or give the tool one dialect"
)]
pub trait Plain {
    /// The data. As an associated type, it keeps data that is not plain from causing further errors.
    type Data;
    /// The data as a setting reads it.
    type Read;

    /// The data.
    fn plain(self) -> Self::Data;
}

impl<T: Serialize> Plain for T {
    type Data = T;
    type Read = T;

    fn plain(self) -> T {
        self
    }
}

#[diagnostic::do_not_recommend]
#[doc(hidden)]
impl<T> Plain for Page<T> {
    type Data = Self;
    type Read = Vec<T>;

    fn plain(self) -> Self {
        self
    }
}

#[diagnostic::do_not_recommend]
#[doc(hidden)]
impl<T: Plain, M> Plain for SharedReply<T, M> {
    type Data = Self;
    type Read = T::Read;

    fn plain(self) -> Self {
        self
    }
}

/// Never applies, since no dialect is `Common`. Because of this second impl, the compiler reports that a reply is not [`Plain`], instead of
/// asking for a reply that serializes.
#[diagnostic::do_not_recommend]
#[doc(hidden)]
impl<T: Serialize, D: Dialect + Common> Plain for Reply<T, D> {
    type Data = T;
    type Read = T;

    fn plain(self) -> T {
        self.into_parts().0
    }
}

/// A dialect whose replies work for every dialect. No type implements this trait.
pub trait Common {}

/// The outcome with plain data.
pub fn plain<R, T: Plain, E, O>(_data: TypeOf<T>, outcome: R) -> O
where
    R: Outcome<Data = T, Error = E, With<T::Data> = O>,
{
    outcome.map(T::plain)
}

/// A dialect of the tool, as a type. A type that is not a dialect causes an error elsewhere.
#[derive(Debug)]
pub struct Carrier<D>(PhantomData<fn() -> D>);

impl<D> Carrier<D> {
    /// The outcome, if the dialect carries its metadata. Otherwise, the compiler names the dialect and the metadata.
    pub fn carried<R, T: CarriedBy<D>, E, O>(_data: TypeOf<T>, outcome: R) -> O
    where
        R: Outcome<Data = T, Error = E, With<T::Data> = O>,
    {
        outcome.map(T::carried)
    }
}

/// Data whose metadata the dialect `D` carries. Plain data has none.
#[diagnostic::on_unimplemented(
    message = "a success of `{D}` has no place for the metadata of `{Self}`",
    label = "only some of the tool's dialects have this metadata",
    note = "return the data without it, or leave this dialect out of `dialects(…)`"
)]
pub trait CarriedBy<D>: Sized {
    /// The data. As an associated type, it keeps data that the dialect cannot carry from causing further errors.
    type Data;

    /// The data.
    fn carried(self) -> Self::Data;
}

macro_rules! carried {
    ($([$($parameters:tt)*] $data:ty,)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> CarriedBy<D> for $data {
            type Data = Self;

            fn carried(self) -> Self {
                self
            }
        }
    )*};
}

carried! {
    [D, T: Serialize] T,
    [D, T] Page<T>,
    [D: Carries<M>, T, M] SharedReply<T, M>,
}

/// Gives the closure of a setting its argument type, in a tool with several dialects.
pub fn reading<R, F>(_outcome: &R, read: F) -> F
where
    R: Outcome<Data: Plain>,
    F: FnOnce(&<R::Data as Plain>::Read) -> String,
{
    read
}
