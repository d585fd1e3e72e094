//! The rules of `garde` for arguments of the right type. The compiler finds by their type whether there are any: it prefers a method of
//! the type itself, which only a type that implements `Validate` has, to a method of a trait.

#![allow(clippy::unused_self, reason = "the macro calls the same method whatever the type is")]

use super::typed::Rules;
use crate::type_of::TypeOf;

#[cfg(feature = "garde")]
impl<T: garde::Validate<Context: Default>> TypeOf<T> {
    /// The rules.
    #[must_use]
    pub fn __rules(&self) -> Rules<T> {
        super::garde::validate
    }
}

/// Arguments without rules.
pub trait HasNoRules<T> {
    /// None.
    fn __rules(&self) -> Rules<T> {
        |_| Ok(())
    }
}

impl<T> HasNoRules<T> for TypeOf<T> {}
