//! A call of a tool that speaks several contracts: which one answers is chosen after the body.

use std::marker::PhantomData;

use serde::Serialize;

use super::Tool;
use super::steps::{Outcome, Running, Speaks, call, reject};
use crate::contract::{Contract, Names};
use crate::dialect::Dialect;
use crate::envelope::Envelope;
use crate::error::ToolFailure;
use crate::reply::Reply;
use crate::request_id::RequestId;

/// Any of the dialects can answer, and so the call is timed.
impl Speaks for () {
    const DIALECT: Option<&'static str> = None;

    fn is_call_timed(&self) -> bool {
        true
    }

    fn resolve(_id: &mut Option<RequestId>) {}
}

/// The call in the dialect that answers.
pub fn decided<D: Dialect>(Running { call, dialect: () }: Running<()>, dialect: D) -> Running<D> {
    Running { call, dialect }
}

/// The names of one of the dialects.
#[must_use]
pub const fn names<D: Dialect>() -> Names {
    Names::of::<D>()
}

/// The index of the caller's contract among those of the tool.
#[must_use]
pub fn chosen(spoken: &[Names]) -> usize {
    Contract::place_in(spoken)
}

/// The data of a tool with several dialects: plain data.
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

/// The outcome with plain data.
pub fn plain<R, T: Plain, E, O>(_data: DataOf<T>, outcome: R) -> O
where
    R: Outcome<Data = T, Error = E, With<T::Data> = O>,
{
    outcome.map(T::plain)
}

/// Types a closure over the data, for a setting of several dialects.
pub fn reading<R: Outcome, F: FnOnce(&R::Data) -> String>(_outcome: &R, read: F) -> F {
    read
}

/// Answers that a negotiation failed.
pub(crate) fn refuse<D: Dialect>(failure: ToolFailure) -> Envelope {
    const TOOL: Tool = Tool {
        name: "negotiate",
        file: file!(),
        package_version: option_env!("CARGO_PKG_VERSION"),
    };

    reject(call(&TOOL, D::default()), failure)
}
