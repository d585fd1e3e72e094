//! The outcome of a body.

use super::panics::Panic;

/// The outcome of a tool's body: a `Result`, also through a type alias, or one that [`catch`](super::panics::catch) returns.
#[diagnostic::on_unimplemented(
    message = "a tool returns `Result<data, error>`, not `{Self}`",
    label = "not a `Result`",
    note = "if the tool cannot fail, return `Result<data, std::convert::Infallible>`",
    note = "if the tool returns a future, write `impl Future<Output = …>` or `Pin<Box<dyn Future<Output = …>>>`"
)]
pub trait Outcome: Sized {
    /// Whether the tool has `catch_panic`.
    const CATCHES_PANICS: bool = false;

    /// The data of a success.
    type Data;
    /// The error of a failure.
    type Error;
    /// The outcome with other data.
    type With<T>;

    /// The outcome as a `Result`, or the panic of the body.
    #[allow(clippy::missing_errors_doc, reason = "the error is a panic of the tool")]
    fn into_result(self) -> Result<Result<Self::Data, Self::Error>, Panic>;

    /// Changes the data.
    fn map<T>(self, change: impl FnOnce(Self::Data) -> T) -> Self::With<T>;

    /// The result of `look`, if the outcome is a success.
    fn peek<T>(&self, look: impl FnOnce(&Self::Data) -> T) -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T, E> Outcome for Result<T, E> {
    type Data = T;
    type Error = E;
    type With<U> = Result<U, E>;

    #[inline]
    fn into_result(self) -> Result<Self, Panic> {
        Ok(self)
    }

    #[inline]
    fn map<U>(self, change: impl FnOnce(T) -> U) -> Result<U, E> {
        self.map(change)
    }

    fn peek<U>(&self, look: impl FnOnce(&T) -> U) -> Option<U> {
        self.as_ref().ok().map(look)
    }
}
