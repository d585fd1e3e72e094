//! Fields in the texts of an error: types with a `Display`, and paths, as with thiserror.

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

    /// The field, whose `Display` is its text.
    fn __show(&self) -> &Self::Field;
}

impl<T: ?Sized> Show for Shown<'_, T> {
    type Field = T;

    fn __show(&self) -> &T {
        self.0
    }
}
