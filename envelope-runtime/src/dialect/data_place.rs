//! The place of the data in an envelope: at the root, or nested under keys.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::payload::Payload;

/// The place of a tool's data in the envelope: [`Object`], [`AnyJson`], or under [`Keys`].
#[diagnostic::on_unimplemented(
    message = "the `Root` of this tool's dialect is `{Self}`, which does not say what data can be",
    label = "data without a place"
)]
pub trait Place<T> {
    /// Whether the data has to be an object itself.
    const IS_OBJECT: bool = false;

    /// The data as it is sent.
    fn place<'a>(&self, data: &'a T) -> impl Serialize + use<'a, Self, T>
    where
        T: Serialize,
    {
        data
    }
}

/// The data that a tool can return without a key: [`Object`] or [`AnyJson`]. Only this crate implements this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say what data can be",
    label = "neither `Object` nor `AnyJson`",
    note = "write `type Root = envelope_runtime::dialect::Object;`, or `AnyJson` for data of any type"
)]
pub trait Root: Sealed + Default {
    /// Whether the data has to be an object.
    #[doc(hidden)]
    const IS_OBJECT: bool = false;
    /// Whether the data is the text of a result.
    #[doc(hidden)]
    const IS_TEXT: bool = false;
}

impl Root for Object {
    const IS_OBJECT: bool = true;
}

impl Root for AnyJson {}

impl Root for Text {
    const IS_TEXT: bool = true;
}

#[doc(hidden)]
pub trait Sealed {}

impl Root for Nestable {
    const IS_OBJECT: bool = true;
}

impl Sealed for Nestable {}
impl Sealed for Object {}
impl Sealed for AnyJson {}
impl Sealed for Text {}

/// A [`Dialect::Root`](crate::dialect::Dialect::Root): data is a JSON object, so it has to be a [`Payload`](trait@crate::Payload).
#[derive(Clone, Copy, Debug, Default)]
pub struct Object;

#[doc(hidden)]
impl<T: ObjectData> Place<T> for Object {
    const IS_OBJECT: bool = true;
}

/// Data of a custom dialect whose root is an [`Object`].
#[diagnostic::on_unimplemented(
    message = "the data of this dialect must be a JSON object, and `{Self}` does not serialize to one",
    label = "not a JSON object",
    note = "if the dialect nests the data under a key itself, any data will do: write `type Root = AnyJson` in its `impl Dialect`",
    note = "if it is your own struct with named fields, add `#[derive(serde::Serialize, Payload)]` to it",
    note = "otherwise nest it under a key: add `data = \"…\"` to `#[envelope_tool]`"
)]
pub trait ObjectData {}

#[diagnostic::do_not_recommend]
impl<T: Payload> ObjectData for T {}

/// Data is a JSON object, and a tool nests any other data: the root of response-v2, dotbot and MCP 2025-11-25.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nestable;

impl<T: Payload> Place<T> for Nestable {
    const IS_OBJECT: bool = true;
}

/// A [`Dialect::Root`](crate::dialect::Dialect::Root): data is any JSON value.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyJson;

#[doc(hidden)]
impl<T> Place<T> for AnyJson {}

/// Data is the text of a result.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text;

impl<T> Place<T> for Text {}

/// The data is nested under a key, or each value of a tuple under its own key.
#[derive(Clone, Copy, Debug)]
pub struct Keys<const N: usize>(pub [&'static str; N]);

impl<T: Nest<N>, const N: usize> Place<T> for Keys<N> {
    fn place<'a>(&self, data: &'a T) -> impl Serialize + use<'a, T, N>
    where
        T: Serialize,
    {
        Nested { keys: self.0, data }
    }
}

struct Nested<'a, T, const N: usize> {
    keys: [&'static str; N],
    data: &'a T,
}

impl<T: Nest<N> + Serialize, const N: usize> Serialize for Nested<'_, T, N> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.data.nest(self.keys, serializer)
    }
}

/// Data that can be nested under `N` keys: anything if `N` is 1, or else a tuple of `N` values.
#[diagnostic::on_unimplemented(
    message = "`data(…)` must name one key for each value of a tuple, and `{Self}` is not a tuple of {N} values",
    label = "not a tuple of {N} values",
    note = "name as many keys as there are values, or one key for all of the data: `data = \"…\"`"
)]
pub trait Nest<const N: usize> {
    /// Serializes an object with the keys and the values.
    #[allow(clippy::missing_errors_doc, reason = "an error is what the serializer gives")]
    fn nest<S: Serializer>(
        &self,
        keys: [&'static str; N],
        serializer: S,
    ) -> Result<S::Ok, S::Error>
    where
        Self: Serialize;
}

impl<T> Nest<1> for T {
    fn nest<S: Serializer>(
        &self,
        [key]: [&'static str; 1],
        serializer: S,
    ) -> Result<S::Ok, S::Error>
    where
        Self: Serialize,
    {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(key, self)?;
        map.end()
    }
}

macro_rules! tuples {
    ($($count:literal: $($value:ident $key:ident)*;)*) => {$(
        #[allow(non_snake_case, reason = "each value is named after its type")]
        impl<$($value: Serialize),*> Nest<$count> for ($($value,)*) {
            fn nest<Out: Serializer>(
                &self,
                [$($key),*]: [&'static str; $count],
                serializer: Out,
            ) -> Result<Out::Ok, Out::Error> {
                let ($($value,)*) = self;
                let mut map = serializer.serialize_map(Some($count))?;
                $(map.serialize_entry($key, $value)?;)*
                map.end()
            }
        }
    )*};
}

tuples! {
    2: A a B b;
    3: A a B b C c;
    4: A a B b C c D d;
    5: A a B b C c D d E e;
    6: A a B b C c D d E e F f;
    7: A a B b C c D d E e F f G g;
    8: A a B b C c D d E e F f G g H h;
}
