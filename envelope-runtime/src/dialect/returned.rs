//! What the body of a tool returns, and what can be its data.

use serde::Serialize;

use super::{Dialect, IntoSettings, PlainData};
use crate::reply::Reply;

/// What the body of a tool returns: a `Result`, also through a type alias.
#[diagnostic::on_unimplemented(
    message = "a tool returns `Result<data, error>`, not `{Self}`",
    label = "not a `Result`",
    note = "if the tool cannot fail, return `Result<data, std::convert::Infallible>`",
    note = "if the tool returns a future, write `impl Future<Output = …>` or `Pin<Box<dyn Future<Output = …>>>`"
)]
pub trait Outcome {
    /// The data of a success.
    type Data;
    /// The error of a failure.
    type Error;

    /// The outcome as a `Result`.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the tool's body gave")]
    fn into_result(self) -> Result<Self::Data, Self::Error>;
}

#[diagnostic::do_not_recommend]
impl<T, E> Outcome for Result<T, E> {
    type Data = T;
    type Error = E;

    fn into_result(self) -> Self {
        self
    }
}

/// An outcome that a setting such as `summary("{} found", data.len())` can read before the call ends.
pub trait Peek {
    /// What the body returns on success.
    type Data;

    /// The result of `look`, if the outcome is a success.
    fn peek<O>(&self, look: impl FnOnce(&Self::Data) -> O) -> Option<O>;
}

impl<T, E> Peek for Result<T, E> {
    type Data = T;

    fn peek<O>(&self, look: impl FnOnce(&T) -> O) -> Option<O> {
        self.as_ref().ok().map(look)
    }
}

/// What a tool with these settings can return as data: plain data, or a [`Reply`] of its own dialect.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be the data of this tool",
    label = "not what a tool of this dialect can return",
    note = "a `Reply` must be the one of the tool's dialect: for `response-v2`, it is `envelope_runtime::response_v2::Reply`",
    note = "data must implement `serde::Serialize`, in a `Reply` too: add `#[derive(serde::Serialize)]` to your own type"
)]
pub trait Returned<T>: IntoSettings {
    /// The data.
    type Data: Serialize;

    /// The data, for a setting that reads it.
    fn data(returned: &T) -> &Self::Data;

    /// The data and its metadata.
    fn split(&mut self, returned: T) -> (Self::Data, <Self::Dialect as Dialect>::Meta);
}

impl<T: Serialize, S: PlainData<T>> Returned<T> for S {
    type Data = T;

    fn data(data: &T) -> &T {
        data
    }

    fn split(&mut self, data: T) -> (T, <Self::Dialect as Dialect>::Meta) {
        let meta = self.meta(&data);
        (data, meta)
    }
}

impl<T: Serialize, D: Dialect, S: IntoSettings<Dialect = D>> Returned<Reply<T, D>> for S {
    type Data = T;

    fn data(reply: &Reply<T, D>) -> &T {
        reply.data()
    }

    fn split(&mut self, reply: Reply<T, D>) -> (T, D::Meta) {
        reply.into_parts()
    }
}
