//! Where the data is in an envelope: at the root, or nested under keys.

use std::fmt::Display;

use serde::ser::{Error, Impossible, Serialize, SerializeMap, Serializer};

use crate::payload::Payload;

/// Where a tool's data is in the envelope: [`Object`], [`Json`], or under [`Keys`].
pub trait Place<T> {
    /// The data as it goes on the wire.
    fn place<'a>(&self, data: &'a T) -> impl Serialize + use<'a, Self, T>
    where
        T: Serialize;
}

/// Data is a JSON object: it has to be a [`Payload`](trait@crate::Payload). A [`Dialect::Root`](crate::Dialect::Root).
#[derive(Clone, Copy, Debug, Default)]
pub struct Object;

impl<T: Payload> Place<T> for Object {
    fn place<'a>(&self, data: &'a T) -> impl Serialize + use<'a, T>
    where
        T: Serialize,
    {
        AsObject(data)
    }
}

/// Data is any JSON value. A [`Dialect::Root`](crate::Dialect::Root).
#[derive(Clone, Copy, Debug, Default)]
pub struct Json;

impl<T> Place<T> for Json {
    fn place<'a>(&self, data: &'a T) -> impl Serialize + use<'a, T>
    where
        T: Serialize,
    {
        data
    }
}

/// The data is nested under a key, or each value of a tuple under its own.
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

/// Data that can be nested under `N` keys: anything under one, a tuple of that many values under more.
#[diagnostic::on_unimplemented(
    message = "`data(…)` must name one key for each value of a tuple, and `{Self}` is not a tuple of {N} values",
    label = "not a tuple of {N} values",
    note = "name as many keys as there are values, or one key for all of the data: `data = \"…\"`"
)]
pub trait Nest<const N: usize> {
    /// Serializes an object of the keys and the values.
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

/// Serializes its data as an object, or not at all. `()` is the empty object.
struct AsObject<'a, T>(&'a T);

impl<T: Serialize> Serialize for AsObject<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(ObjectSerializer(serializer))
    }
}

/// Passes an object on, and refuses anything else.
struct ObjectSerializer<S>(S);

fn not_an_object<T, E: Error>(found: &str) -> Result<T, E> {
    Err(E::custom(format_args!(
        "`data` must be a JSON object, and a payload serialized to {found}"
    )))
}

macro_rules! refused {
    ($($method:ident($type:ty) $found:literal,)*) => {$(
        fn $method(self, _: $type) -> Result<S::Ok, S::Error> {
            not_an_object($found)
        }
    )*};
}

impl<S: Serializer> Serializer for ObjectSerializer<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = S::SerializeTupleVariant;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = S::SerializeStruct;
    type SerializeStructVariant = S::SerializeStructVariant;

    refused! {
        serialize_bool(bool) "a boolean",
        serialize_i8(i8) "a number",
        serialize_i16(i16) "a number",
        serialize_i32(i32) "a number",
        serialize_i64(i64) "a number",
        serialize_i128(i128) "a number",
        serialize_u8(u8) "a number",
        serialize_u16(u16) "a number",
        serialize_u32(u32) "a number",
        serialize_u64(u64) "a number",
        serialize_u128(u128) "a number",
        serialize_f32(f32) "a number",
        serialize_f64(f64) "a number",
        serialize_char(char) "a string",
        serialize_str(&str) "a string",
        serialize_bytes(&[u8]) "an array",
        serialize_unit_struct(&'static str) "null",
    }

    fn collect_str<T: Display + ?Sized>(self, _: &T) -> Result<S::Ok, S::Error> {
        not_an_object("a string")
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        not_an_object("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.0.serialize_map(Some(0))?.end()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<S::Ok, S::Error> {
        not_an_object("a string")
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        self.0.serialize_newtype_variant(name, index, variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        not_an_object("an array")
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, S::Error> {
        not_an_object("an array")
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        not_an_object("an array")
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.0.serialize_tuple_variant(name, index, variant, len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        self.0.serialize_map(len)
    }

    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        // `RawValue`, and `Number` with arbitrary precision: structs in name only, which can hold any text.
        if name.starts_with("$serde_json::private::") {
            return not_an_object("raw JSON");
        }
        self.0.serialize_struct(name, len)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        self.0.serialize_struct_variant(name, index, variant, len)
    }
}
