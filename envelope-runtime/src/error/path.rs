//! Types that can be the path of an error.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The file or resource that an error is about: text or a path, or an `Option` of either.
///
/// A field with `#[tool_error(path)]` requires this trait. Parts of a path that are not Unicode become `U+FFFD`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the path of an error",
    label = "neither text nor a path",
    note = "mark a `String`, a `PathBuf`, a reference to either, or an `Option` of one"
)]
pub trait ErrorPath {
    /// The path as text. `None` if there is no path.
    fn to_text(&self) -> Option<Cow<'_, str>>;
}

impl ErrorPath for str {
    fn to_text(&self) -> Option<Cow<'_, str>> {
        Some(self.into())
    }
}

impl ErrorPath for String {
    fn to_text(&self) -> Option<Cow<'_, str>> {
        Some(self.into())
    }
}

impl ErrorPath for Path {
    fn to_text(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string_lossy())
    }
}

impl ErrorPath for PathBuf {
    fn to_text(&self) -> Option<Cow<'_, str>> {
        Some(self.to_string_lossy())
    }
}

impl<T: ErrorPath> ErrorPath for Option<T> {
    fn to_text(&self) -> Option<Cow<'_, str>> {
        self.as_ref()?.to_text()
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<T: ErrorPath + ?Sized> ErrorPath for $pointer {
            fn to_text(&self) -> Option<Cow<'_, str>> {
                (**self).to_text()
            }
        }
    )*};
}

pointers!(&T, Box<T>, Rc<T>, Arc<T>);

impl<T: ErrorPath + ToOwned + ?Sized> ErrorPath for Cow<'_, T> {
    fn to_text(&self) -> Option<Cow<'_, str>> {
        (**self).to_text()
    }
}
