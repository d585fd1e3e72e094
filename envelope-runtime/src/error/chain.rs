//! An error and its causes, for the log.

use std::error::Error;
use std::fmt::{self, Display};
use std::iter::successors;

/// Writes an error, followed by its causes.
pub(crate) struct Chain<'a>(pub(crate) &'a (dyn Error + 'a));

impl Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        successors(self.0.source(), |error: &&dyn Error| (*error).source())
            .try_for_each(|cause| write!(f, ": {cause}"))
    }
}

/// The parts of an error that only the log gets. Inherent methods take precedence over trait methods, so the compiler uses the methods of
/// [`Unlogged`] only for an error without `Display` or `Error`.
#[derive(Debug)]
pub struct Logged<'a, T>(pub &'a T);

impl<'a, T: Display> Logged<'a, T> {
    /// The error's own message.
    #[must_use]
    pub fn __own_message(self) -> Option<&'a dyn Display> {
        Some(self.0)
    }
}

impl<'a, T: Error> Logged<'a, T> {
    /// The source of the error.
    #[must_use]
    pub fn __cause(self) -> Option<&'a (dyn Error + 'static)> {
        self.0.source()
    }
}

/// The fallback for an error without these parts.
pub trait Unlogged: Sized {
    /// Nothing.
    fn __own_message(self) -> Option<&'static dyn Display> {
        None
    }

    /// Nothing.
    fn __cause(self) -> Option<&'static (dyn Error + 'static)> {
        None
    }
}

impl<T> Unlogged for Logged<'_, T> {}
