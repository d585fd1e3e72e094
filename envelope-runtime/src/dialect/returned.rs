//! What the body of a tool returns, and what can be its data.

use serde::Serialize;

use super::{AsSettings, Dialect, PlainData};
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

    #[inline]
    fn into_result(self) -> Self {
        self
    }
}

/// An outcome that a setting such as `summary("{} found", data.len())` can read before the call ends.
///
/// In a custom dialect, such a setting is a method that takes the outcome and a closure over the data:
///
/// ```
/// # use envelope_runtime::dialect::{Context, Data, Dialect, Json, PlainData, Settings};
/// # use envelope_runtime::{ErrorReport, ToolFailure, envelope_tool};
/// # use serde::Serialize;
/// # struct Acme;
/// # struct AcmeSettings { context: Context, note: Option<String> }
/// # impl Settings for AcmeSettings {
/// #     type Dialect = Acme;
/// #     fn context(&self) -> &Context { &self.context }
/// #     fn context_mut(&mut self) -> &mut Context { &mut self.context }
/// # }
/// # impl<T> PlainData<T> for AcmeSettings {
/// #     fn meta(&mut self, _: &T) {}
/// # }
/// # #[derive(Serialize)]
/// # struct Success<'a> { note: Option<&'a str>, data: Data }
/// # impl Dialect for Acme {
/// #     const ID: &'static str = "acme";
/// #     type Root = Json;
/// #     type Settings = AcmeSettings;
/// #     type Meta = ();
/// #     fn settings(context: Context) -> AcmeSettings { AcmeSettings { context, note: None } }
/// #     fn success<'a>(settings: &'a AcmeSettings, data: Data, _: &'a ()) -> impl Serialize {
/// #         Success { note: settings.note.as_deref(), data }
/// #     }
/// #     fn failure<'a>(_: &'a AcmeSettings, report: &'a ErrorReport) -> impl Serialize { report.message() }
/// # }
/// use envelope_runtime::dialect::{Peek, Returned};
///
/// impl AcmeSettings {
///     /// `note("{} found", data.len())`
///     fn note<P, F>(mut self, outcome: &P, note: F) -> Self
///     where
///         P: Peek,
///         Self: Returned<P::Data>,
///         F: FnOnce(&<Self as Returned<P::Data>>::Data) -> String,
///     {
///         self.note = outcome.peek(|data| note(<Self as Returned<P::Data>>::data(data)));
///         self
///     }
/// }
///
/// #[envelope_tool(dialect = Acme, note("{} found", data.len()))]
/// fn list() -> Result<Vec<u8>, ToolFailure> {
///     Ok(vec![1, 2])
/// }
///
/// assert_eq!(list().as_str(), r#"{"note":"2 found","data":[1,2]}"#);
/// ```
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
pub trait Returned<T>: AsSettings {
    /// The data.
    type Data: Serialize;

    /// The data, for a setting that reads it.
    fn data(returned: &T) -> &Self::Data;

    /// Makes the metadata of plain data, or takes that of a reply.
    #[doc(hidden)]
    fn take_meta(&mut self, returned: &mut T) -> <Self::Dialect as Dialect>::Meta;
}

impl<T: Serialize, S: PlainData<T>> Returned<T> for S {
    type Data = T;

    fn data(data: &T) -> &T {
        data
    }

    #[inline]
    fn take_meta(&mut self, data: &mut T) -> <S::Dialect as Dialect>::Meta {
        self.meta(data)
    }
}

impl<T: Serialize, D: Dialect, S: AsSettings<Dialect = D>> Returned<Reply<T, D>> for S {
    type Data = T;

    fn data(reply: &Reply<T, D>) -> &T {
        reply.data()
    }

    #[inline]
    fn take_meta(&mut self, reply: &mut Reply<T, D>) -> D::Meta {
        reply.take_meta()
    }
}
