//! An error and its causes, for the log.

use std::error::Error;
use std::fmt::{self, Display};
use std::iter::successors;

/// Writes an error, and after it each of its causes.
pub(crate) struct Chain<'a>(pub(crate) &'a (dyn Error + 'a));

impl Display for Chain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        successors(self.0.source(), |error: &&dyn Error| (*error).source())
            .try_for_each(|cause| write!(f, ": {cause}"))
    }
}

/// The type of a `source` field: an error, or a pointer to one. Method lookup dereferences pointers, since a box of an error
/// need not be an error itself.
pub trait AsDynError<'a> {
    /// The error.
    fn __as_dyn_error(&self) -> &(dyn Error + 'a);
}

impl<'a, T: Error + 'a> AsDynError<'a> for T {
    fn __as_dyn_error(&self) -> &(dyn Error + 'a) {
        self
    }
}

macro_rules! objects {
    ($($error:ty),*) => {$(
        impl<'a> AsDynError<'a> for $error {
            fn __as_dyn_error(&self) -> &(dyn Error + 'a) {
                self
            }
        }
    )*};
}

objects!(dyn Error + 'a, dyn Error + Send + 'a, dyn Error + Send + Sync + 'a);

/// An error with its own message, if it implements `Display`. An inherent method takes precedence over a trait's method, so
/// [`__own_message`](Self::__own_message) comes from [`WithoutDisplay`] for any other error.
#[derive(Debug)]
pub struct OwnMessage<'a, T>(pub &'a T);

impl<'a, T: Display> OwnMessage<'a, T> {
    /// The message.
    #[must_use]
    pub fn __own_message(&self) -> Option<&'a dyn Display> {
        Some(self.0)
    }
}

/// An error without its own message.
pub trait WithoutDisplay {
    /// Nothing.
    fn __own_message(&self) -> Option<&'static dyn Display> {
        None
    }
}

impl<T> WithoutDisplay for OwnMessage<'_, T> {}
