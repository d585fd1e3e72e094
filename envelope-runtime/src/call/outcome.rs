//! The outcome of a tool's body, and the settings that read it.

use super::panics::{Caught, Panic};
use super::running::Running;
use crate::dialect::{Dialect, Returned};
use crate::dialects::mcp::Textual;
use crate::type_of::TypeOf;

/// The outcome of a tool's body: a `Result`, also through a type alias, or the `Caught` outcome of a tool with `catch_panic`.
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
    /// The same outcome, with data of another type.
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

#[diagnostic::do_not_recommend]
impl<R: Outcome> Outcome for Caught<R> {
    const CATCHES_PANICS: bool = true;

    type Data = R::Data;
    type Error = R::Error;
    type With<T> = Caught<R::With<T>>;

    fn into_result(self) -> Result<Result<R::Data, R::Error>, Panic> {
        // `into_inner` drops the outcome of a body that panicked, which can panic again.
        Panic::catch(|| self.into_inner())??.into_result()
    }

    fn map<T>(self, change: impl FnOnce(R::Data) -> T) -> Self::With<T> {
        Caught { outcome: self.outcome.map(|outcome| outcome.map(change)), later: self.later }
    }

    fn peek<T>(&self, look: impl FnOnce(&R::Data) -> T) -> Option<T> {
        let outcome = self.outcome.as_ref().ok()?;
        match Panic::catch(|| outcome.peek(look)) {
            Ok(seen) => seen,
            Err(panic) => {
                let _ = self.later.set(panic);
                None
            }
        }
    }
}

/// Returns the outcome unchanged. The bounds determine its types for the settings that read the outcome. If the tool does not return a
/// `Result`, the compiler reports only this call.
pub fn open<R, T, E, O>(outcome: R) -> O
where
    R: Outcome<Data = T, Error = E, With<T> = O>,
{
    outcome.map(std::convert::identity)
}

/// Applies a setting that takes a text about the data of a success.
pub fn read<D, N, R, F>(
    running: Running<D>,
    outcome: &R,
    set: impl FnOnce(D, Option<String>) -> N,
    text: F,
) -> Running<N>
where
    R: Outcome,
    N: Returned<R::Data>,
    F: FnOnce(&<N as Returned<R::Data>>::Data) -> String,
{
    let text = outcome.peek(|returned| text(N::data(returned)));
    running.map(|dialect| set(dialect, text))
}

/// The place of data that is not nested under a key: the root of the dialect.
pub fn root<D: Dialect>(_running: &Running<D>) -> D::Root {
    D::Root::default()
}

/// Converts the data of a tool with the setting `text`.
pub fn textual<R, T: Textual, E, O>(_data: TypeOf<T>, outcome: R) -> O
where
    R: Outcome<Data = T, Error = E, With<T::Text> = O>,
{
    outcome.map(T::into_text)
}
