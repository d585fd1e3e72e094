//! Passes a type as an argument to a function in an expansion.

use std::marker::PhantomData;

/// A type as an argument, so that the compiler can point at it.
#[derive(Debug)]
pub struct TypeOf<T>(PhantomData<fn() -> T>);

/// Makes the argument for a type.
#[must_use]
pub const fn type_of<T>() -> TypeOf<T> {
    TypeOf(PhantomData)
}
