//! Fields in the texts of an error: types with a `Display`, and paths, as with thiserror.

use std::fmt;
use std::path::{self, Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// A field in a text.
#[derive(Debug)]
pub struct Shown<'a, T: ?Sized>(pub &'a T);

impl<P: AsPath + ?Sized> Shown<'_, P> {
    /// The path as text. This inherent method takes precedence over the method of [`Show`].
    #[must_use]
    pub fn __show(&self) -> path::Display<'_> {
        self.0.as_path().display()
    }
}

/// A path, or a pointer to one.
pub trait AsPath {
    /// The path.
    fn as_path(&self) -> &Path;
}

impl AsPath for Path {
    fn as_path(&self) -> &Path {
        self
    }
}

impl AsPath for PathBuf {
    fn as_path(&self) -> &Path {
        self
    }
}

macro_rules! pointers {
    ($($pointer:ty),*) => {$(
        impl<P: AsPath + ?Sized> AsPath for $pointer {
            fn as_path(&self) -> &Path {
                (**self).as_path()
            }
        }
    )*};
}

pointers!(&P, &mut P, Box<P>, Rc<P>, Arc<P>);

/// Any other field.
pub trait Show {
    /// The type of the field.
    type Field: ?Sized;

    /// The field as text.
    fn __show(&self) -> Text<'_, Self::Field>;
}

impl<T: ?Sized> Show for Shown<'_, T> {
    type Field = T;

    fn __show(&self) -> Text<'_, T> {
        Text(self.0)
    }
}

/// A field with a `Display`.
#[derive(Debug)]
pub struct Text<'a, T: ?Sized>(&'a T);

impl<T: Display + ?Sized> fmt::Display for Text<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// `std::fmt::Display`, with a compile error about texts of errors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a text: it has no `Display`",
    label = "no `Display`",
    note = "write `{{field:?}}` for its `Debug`, or give the error a field that has a `Display`"
)]
pub trait Display: fmt::Display {}

#[diagnostic::do_not_recommend]
impl<T: fmt::Display + ?Sized> Display for T {}
