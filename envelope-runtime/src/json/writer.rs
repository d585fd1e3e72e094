//! The serializer: serde's data model as the parts of a JSON document.
//!
//! It does not believe a length that it is told, and a `Serialize` that ignores the error of one of its elements, or catches
//! its panic, fails in the end: where `serde_json` would write broken JSON, this writes none. Nor does it overflow the stack: what is
//! nested too deep is an error.

use std::fmt::Display;

use serde::Serialize;
use serde::de::IgnoredAny;
use serde::ser::{self, Error as _, Impossible, SerializeMap, Serializer};
use serde_json::{Error, Result};

use super::data;
use super::depth::{MAX_DEPTH, is_nested_at_most, too_deep};
use super::sink::{Sink, Text, double_text, single_text};
use super::unique::{Key, repeated};

/// The names by which `serde_json` tells its serializers that a string is JSON text.
pub(super) const RAW_VALUE: &str = "$serde_json::private::RawValue";
pub(super) const NUMBER: &str = "$serde_json::private::Number";

/// Appends a value as JSON. Where it fails, nothing is appended.
pub(crate) fn append<T: Serialize + ?Sized>(to: &mut String, value: &T) -> Result<()> {
    let start = to.len();
    let written = write_text(to, value);
    if written.is_err() {
        to.truncate(start);
    }
    written
}

/// Appends a value as JSON, or the beginning of it where it fails.
#[inline]
pub(super) fn write_text<T: Serialize + ?Sized>(to: &mut String, value: &T) -> Result<()> {
    write_data(Text { json: to }, value, None).0
}

/// What the data of a success can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    Any,
    /// An object: `()` is the empty one. The caller checks anything else.
    Object,
}

/// Writes a value to a sink, which is given back in any case. The data of a success has a root.
#[inline]
pub(super) fn write_data<K: Sink, T: Serialize + ?Sized>(
    sink: K,
    data: &T,
    root: Option<Root>,
) -> (Result<()>, K) {
    let mut writer = Writer { sink, data: root, unfinished: 0, keys: Vec::new() };
    let written = data.serialize(&mut writer);
    let written = if writer.unfinished > 0 { unfinished(written) } else { written };
    (written, writer.sink)
}

/// The error of a value some part of which has failed.
#[cold]
fn unfinished(written: Result<()>) -> Result<()> {
    written.and_then(|()| {
        Err(Error::custom("a `Serialize` implementation ignored that an element failed"))
    })
}

/// A serializer that writes to a sink.
pub(super) struct Writer<K> {
    sink: K,
    /// `None` for anything but the data of a success.
    data: Option<Root>,
    /// How many parts have begun and have not succeeded. If the whole succeeds all the same, an error was ignored or a panic
    /// was caught.
    unfinished: usize,
    /// The keys of the open maps that can repeat one, the innermost map last.
    keys: Vec<Key>,
}

impl<K: Sink> Writer<K> {
    /// A value inside of an array or object.
    #[inline]
    fn inner<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.part(|writer| value.serialize(writer))
    }

    /// A part of the whole: the whole cannot succeed if this does not.
    #[inline]
    fn part(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.unfinished += 1;
        write(self)?;
        self.unfinished -= 1;
        Ok(())
    }

    /// An array or an object begins, unless there are too many around it.
    #[inline]
    fn deeper(&self) -> Result<()> {
        // The part that is nested too deep cannot ignore this: it has no serializer any more, and so no other result.
        if self.unfinished < MAX_DEPTH { Ok(()) } else { Err(too_deep(MAX_DEPTH)) }
    }

    /// Notes an error that is not that of a value inside.
    #[cold]
    fn misuse<T>(&mut self, message: impl Display) -> Result<T> {
        self.unfinished += 1;
        Err(Error::custom(message))
    }

    /// `{"variant":`, before the content of an enum's variant.
    #[inline]
    fn open_variant(&mut self, variant: &'static str) -> Result<()> {
        self.deeper()?;
        self.sink.open_object();
        self.sink.field(true, variant);
        self.unfinished += 1;
        Ok(())
    }

    #[inline]
    fn close_variant(&mut self) {
        self.unfinished -= 1;
        self.sink.close_object(false);
    }

    fn raw<T: Serialize + ?Sized>(&mut self, value: &T, kind: RawKind) -> Result<()> {
        let max_depth = MAX_DEPTH.saturating_sub(self.unfinished);
        self.part(|writer| value.serialize(RawWriter { sink: &mut writer.sink, kind, max_depth }))
    }
}

macro_rules! numbers {
    ($($method:ident($type:ty) => $part:ident,)*) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<()> {
            self.sink.$part(value.into());
            Ok(())
        }
    )*};
}

impl<'a, K: Sink> Serializer for &'a mut Writer<K> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Array<'a, K>;
    type SerializeTuple = Array<'a, K>;
    type SerializeTupleStruct = Array<'a, K>;
    type SerializeTupleVariant = Array<'a, K>;
    type SerializeMap = Map<'a, K>;
    type SerializeStruct = Struct<'a, K>;
    type SerializeStructVariant = Struct<'a, K>;

    numbers! {
        serialize_i8(i8) => signed,
        serialize_i16(i16) => signed,
        serialize_i32(i32) => signed,
        serialize_i64(i64) => signed,
        serialize_u8(u8) => unsigned,
        serialize_u16(u16) => unsigned,
        serialize_u32(u32) => unsigned,
        serialize_u64(u64) => unsigned,
        serialize_f32(f32) => single,
        serialize_f64(f64) => double,
        serialize_bool(bool) => bool,
    }

    #[inline]
    fn is_human_readable(&self) -> bool {
        data::answer(self.data.is_some())
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        self.sink.signed_wide(value)
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        self.sink.unsigned_wide(value)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.sink.string(value);
        Ok(())
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        self.sink.display(&format_args!("{value}"))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        self.collect_seq(value)
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.sink.null();
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<()> {
        if self.data == Some(Root::Object) && self.unfinished == 0 {
            self.sink.open_object();
            self.sink.close_object(true);
        } else {
            self.sink.null();
        }
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _name: &'static str) -> Result<()> {
        self.sink.null();
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<()> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        self.open_variant(variant)?;
        value.serialize(&mut *self)?;
        self.close_variant();
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, _len: Option<usize>) -> Result<Array<'a, K>> {
        Array::open(self, false)
    }

    #[inline]
    fn serialize_tuple(self, _len: usize) -> Result<Array<'a, K>> {
        Array::open(self, false)
    }

    #[inline]
    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Array<'a, K>> {
        Array::open(self, false)
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Array<'a, K>> {
        self.open_variant(variant)?;
        Array::open(self, true)
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Map<'a, K>> {
        self.deeper()?;
        self.sink.open_object();
        // serde does not know the length of a struct with `#[serde(flatten)]`, whose fields can have a key twice.
        let keys_from = len.is_none().then_some(self.keys.len());
        Ok(Map { writer: self, is_first: true, has_key: false, keys_from })
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _len: usize) -> Result<Struct<'a, K>> {
        match name {
            RAW_VALUE => Ok(Struct { writer: self, state: State::Raw(RawKind::Value) }),
            NUMBER => Ok(Struct { writer: self, state: State::Raw(RawKind::Number) }),
            _ => Struct::open(self, false),
        }
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Struct<'a, K>> {
        self.open_variant(variant)?;
        Struct::open(self, true)
    }
}

/// An array that is being written.
pub(super) struct Array<'a, K> {
    writer: &'a mut Writer<K>,
    is_first: bool,
    is_variant: bool,
}

impl<'a, K: Sink> Array<'a, K> {
    #[inline]
    fn open(writer: &'a mut Writer<K>, is_variant: bool) -> Result<Self> {
        writer.deeper()?;
        writer.sink.open_array();
        Ok(Self { writer, is_first: true, is_variant })
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if self.is_first {
            self.is_first = false;
        } else {
            self.writer.sink.comma();
        }
        self.writer.inner(value)
    }

    #[inline]
    fn close(self) {
        self.writer.sink.close_array();
        if self.is_variant {
            self.writer.close_variant();
        }
    }
}

macro_rules! arrays {
    ($($trait:ident::$method:ident,)*) => {$(
        impl<K: Sink> ser::$trait for Array<'_, K> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<()> {
                self.close();
                Ok(())
            }
        }
    )*};
}

arrays! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// A struct that is being written.
pub(super) struct Struct<'a, K> {
    writer: &'a mut Writer<K>,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// An object, with or without fields so far, alone or in that of an enum's variant.
    Object { is_first: bool, is_variant: bool },
    /// Not an object after all: its one field is JSON text.
    Raw(RawKind),
    /// JSON text that has been written.
    RawDone,
}

impl<'a, K: Sink> Struct<'a, K> {
    #[inline]
    fn open(writer: &'a mut Writer<K>, is_variant: bool) -> Result<Self> {
        writer.deeper()?;
        writer.sink.open_object();
        Ok(Self { writer, state: State::Object { is_first: true, is_variant } })
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the name has to be a constant where it is written")]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        match &mut self.state {
            State::Object { is_first, .. } => {
                self.writer.sink.field(std::mem::replace(is_first, false), name);
                self.writer.inner(value)
            }
            State::Raw(kind) => {
                let kind = *kind;
                self.state = State::RawDone;
                self.writer.raw(value, kind)
            }
            State::RawDone => self.writer.misuse("raw JSON has one field"),
        }
    }

    #[inline]
    fn close(self) -> Result<()> {
        match self.state {
            State::Object { is_first, is_variant } => {
                self.writer.sink.close_object(is_first);
                if is_variant {
                    self.writer.close_variant();
                }
                Ok(())
            }
            State::RawDone => Ok(()),
            State::Raw(_) => self.writer.misuse("raw JSON has one field"),
        }
    }
}

macro_rules! structs {
    ($($trait:ident)*) => {$(
        impl<K: Sink> ser::$trait for Struct<'_, K> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            #[allow(clippy::inline_always, reason = "as `field` is")]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.field(name, value)
            }

            #[inline]
            fn end(self) -> Result<()> {
                self.close()
            }
        }
    )*};
}

structs!(SerializeStruct SerializeStructVariant);

/// A map that is being written.
pub(super) struct Map<'a, K> {
    writer: &'a mut Writer<K>,
    is_first: bool,
    /// Whether the value of a key comes next.
    has_key: bool,
    /// The index of its first key in `Writer::keys`, if it can repeat a key.
    keys_from: Option<usize>,
}

impl<K: Sink> Map<'_, K> {
    /// Notes the key that was written behind `start`.
    fn note_key(&mut self, start: usize) {
        let end = self.writer.sink.text().len();
        // The comma or the brace before the key differs.
        self.writer.keys.push(start + 1..end);
    }

    fn check_keys(&mut self, from: usize) -> Result<()> {
        let keys = self.writer.keys.get(from..).unwrap_or_default();
        if let Some(key) = repeated(self.writer.sink.text(), keys) {
            let message = format!("the key {} is written twice", key.trim_end_matches(':'));
            return self.writer.misuse(message);
        }
        self.writer.keys.truncate(from);
        Ok(())
    }
}

impl<K: Sink> SerializeMap for Map<'_, K> {
    type Ok = ();
    type Error = Error;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "a key can be a constant")]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        if self.has_key {
            return self.writer.misuse("the value of a key is missing");
        }
        self.has_key = true;
        let is_first = std::mem::replace(&mut self.is_first, false);
        let start = self.keys_from.map(|_| self.writer.sink.text().len());
        self.writer.part(|writer| key.serialize(KeyWriter { sink: &mut writer.sink, is_first }))?;
        if let Some(start) = start {
            self.note_key(start);
        }
        Ok(())
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as `serialize_key` is")]
    fn serialize_entry<Q: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &Q,
        value: &T,
    ) -> Result<()> {
        self.serialize_key(key)?;
        self.serialize_value(value)
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        if !self.has_key {
            return self.writer.misuse("the key of a value is missing");
        }
        self.has_key = false;
        self.writer.inner(value)
    }

    #[inline]
    fn end(mut self) -> Result<()> {
        if self.has_key {
            return self.writer.misuse("the value of a key is missing");
        }
        if let Some(from) = self.keys_from {
            self.check_keys(from)?;
        }
        self.writer.sink.close_object(self.is_first);
        Ok(())
    }
}

macro_rules! refused {
    ($message:literal: $($method:ident($($type:ty),*) $(-> $made:ident)?,)*) => {$(
        fn $method(self, $(_: $type),*) -> refused!(@ $($made)?) {
            Err(Error::custom($message))
        }
    )*};
    (@) => { Result<()> };
    (@ $made:ident) => { Result<Self::$made> };
}

/// What neither a key nor raw JSON can be.
macro_rules! no_compounds {
    ($message:literal) => {
        type Ok = ();
        type Error = Error;
        type SerializeSeq = Impossible<(), Error>;
        type SerializeTuple = Impossible<(), Error>;
        type SerializeTupleStruct = Impossible<(), Error>;
        type SerializeTupleVariant = Impossible<(), Error>;
        type SerializeMap = Impossible<(), Error>;
        type SerializeStruct = Impossible<(), Error>;
        type SerializeStructVariant = Impossible<(), Error>;

        refused! {
            $message:
            serialize_bytes(&[u8]),
            serialize_none(),
            serialize_unit(),
            serialize_unit_struct(&'static str),
            serialize_seq(Option<usize>) -> SerializeSeq,
            serialize_tuple(usize) -> SerializeTuple,
            serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct,
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant,
            serialize_map(Option<usize>) -> SerializeMap,
            serialize_struct(&'static str, usize) -> SerializeStruct,
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant,
        }

        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _name: &'static str,
            _index: u32,
            _variant: &'static str,
            _value: &T,
        ) -> Result<()> {
            Err(Error::custom($message))
        }
    };
}

/// Writes the key of a map: a string, or a scalar that can be written as one.
struct KeyWriter<'a, K> {
    sink: &'a mut K,
    is_first: bool,
}

macro_rules! integer_keys {
    ($($method:ident($type:ty),)*) => {$(
        fn $method(self, value: $type) -> Result<()> {
            self.sink.key(self.is_first, itoa::Buffer::new().format(value));
            Ok(())
        }
    )*};
}

macro_rules! float_keys {
    ($($method:ident($type:ty) => $text:ident,)*) => {$(
        fn $method(self, value: $type) -> Result<()> {
            if !value.is_finite() {
                return Err(Error::custom("float key must be finite (got NaN or +/-inf)"));
            }
            self.serialize_str($text(&mut zmij::Buffer::new(), value))
        }
    )*};
}

impl<K: Sink> Serializer for KeyWriter<'_, K> {
    no_compounds!("key must be a string");

    integer_keys! {
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128),
    }

    float_keys! {
        serialize_f32(f32) => single_text,
        serialize_f64(f64) => double_text,
    }

    fn serialize_bool(self, value: bool) -> Result<()> {
        self.serialize_str(if value { "true" } else { "false" })
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as `serialize_key` is")]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.sink.key(self.is_first, value);
        Ok(())
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<()> {
        let mut key = String::new();
        super::sink::write_display(&mut |piece| key.push_str(piece), &format_args!("{value}"))?;
        self.serialize_str(&key)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<()> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self)
    }
}

/// Where JSON text comes from.
#[derive(Clone, Copy, PartialEq)]
enum RawKind {
    /// A `RawValue`, or whatever has its name.
    Value,
    /// A `Number` with arbitrary precision, or whatever has its name.
    Number,
}

impl RawKind {
    fn allows(self, json: &str) -> bool {
        let is_number = || json.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        let is_json = || serde_json::from_str::<IgnoredAny>(json).is_ok();
        match self {
            Self::Value => is_json(),
            Self::Number => is_number() && is_json(),
        }
    }
}

/// Takes the string that is JSON text.
struct RawWriter<'a, K> {
    sink: &'a mut K,
    kind: RawKind,
    max_depth: usize,
}

impl<K: Sink> Serializer for RawWriter<'_, K> {
    no_compounds!("raw JSON must be a string");

    refused! {
        "raw JSON must be a string":
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_f32(f32),
        serialize_f64(f64),
        serialize_char(char),
        serialize_unit_variant(&'static str, u32, &'static str),
    }

    fn serialize_str(self, json: &str) -> Result<()> {
        if !self.kind.allows(json) {
            return Err(Error::custom("raw JSON must be one JSON value"));
        }
        if !is_nested_at_most(json, self.max_depth) {
            return Err(too_deep(MAX_DEPTH));
        }
        self.sink.raw(json)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _value: &T) -> Result<()> {
        Err(Error::custom("raw JSON must be a string"))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _value: &T,
    ) -> Result<()> {
        Err(Error::custom("raw JSON must be a string"))
    }
}
