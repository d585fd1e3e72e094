//! The rules of `garde` for arguments of the right type. The compiler finds by their type whether there are any: a method is found first
//! for a type that implements `Validate`, and one reference further for any other.

#![allow(clippy::unused_self, reason = "the macro calls the same method whatever the type is")]

use std::marker::PhantomData;

use super::typed::Rules;

/// The type of a tool's arguments.
#[derive(Debug)]
pub struct TypeOf<T>(pub PhantomData<fn() -> T>);

/// Arguments with rules.
pub trait HasRules<T> {
    /// The rules.
    fn rules(&self) -> Rules<T>;
}

/// Arguments without rules.
pub trait HasNoRules<T> {
    /// None.
    fn rules(&self) -> Rules<T> {
        |_| Ok(())
    }
}

#[cfg(feature = "garde")]
impl<T: garde::Validate<Context: Default>> HasRules<T> for TypeOf<T> {
    fn rules(&self) -> Rules<T> {
        super::garde::validate
    }
}

impl<T> HasNoRules<T> for &TypeOf<T> {}

/// The type of a tool's arguments, as a value.
#[must_use]
pub const fn type_of<T>() -> TypeOf<T> {
    TypeOf(PhantomData)
}
