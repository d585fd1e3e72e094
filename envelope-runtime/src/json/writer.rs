//! The serializer: it writes serde's data model as the parts of a JSON document.
//!
//! The writer ignores size hints. If a `Serialize` ignores the error of an element, or catches its panic, `serde_json` writes broken JSON,
//! but this writer returns an error. Data that is nested too deep is also an error, so the writer never overflows the stack.

use std::fmt::Display;
use std::ops::Range;

use serde::Serialize;
use serde::de::IgnoredAny;
use serde::ser::{self, Error as _, SerializeMap, Serializer};
use serde_json::{Error, Result, Value};

use super::depth::{MAX_DEPTH, is_nested_at_most, too_deep};
use super::is_data::{ENVELOPE, RESULT, refusal};
use super::key_of::KeyOf;
use super::list::{Array as NotedArray, Outline, Place};
use super::repeated_keys::{repeated, written_twice};
use super::sink::{Sink, Text};

/// The name by which the writer recognizes the cursor of a page.
pub(crate) const CURSOR: &str = "$envelope_runtime::private::Cursor";

/// The names by which `serde_json` tells its serializers that a string is JSON text.
pub(super) const RAW_VALUE: &str = "$serde_json::private::RawValue";
pub(super) const NUMBER: &str = "$serde_json::private::Number";

/// The special values in some data.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Contents {
    pub(crate) raw_json: bool,
    /// A NaN or an infinity, which is written as null.
    pub(crate) no_number: bool,
    /// The cursor of a page.
    pub(crate) cursor: bool,
}

/// Appends a value of this crate as JSON, and returns whether it has raw JSON. If it fails, nothing is appended.
pub(crate) fn append<T: Serialize + ?Sized>(to: &mut String, value: &T) -> Result<bool> {
    append_in(to, value, None, Notes { is_own: true, ..Notes::default() })
}

/// Like [`append`], for a value of the author.
pub(crate) fn append_given<T: Serialize + ?Sized>(to: &mut String, value: &T) -> Result<bool> {
    append_in(to, value, None, Notes::default())
}

/// Like [`append`], for a part of the data of a success.
pub(crate) fn append_data<T: Serialize + ?Sized>(to: &mut String, value: &T) -> Result<bool> {
    append_in(to, value, Some(Root::Any), Notes::default())
}

fn append_in<T: Serialize + ?Sized>(
    to: &mut String,
    value: &T,
    root: Option<Root>,
    mut notes: Notes,
) -> Result<bool> {
    let start = to.len();
    let written = Writer::write(Text { json: to }, value, root, &mut notes);
    if written.is_err() {
        to.truncate(start);
    }
    written.map(|()| notes.contents.raw_json)
}

/// The allowed kinds of a success's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Root {
    Any,
    /// An object: `()` is the empty one.
    Object,
}

#[cold]
fn ignored_error() -> Error {
    Error::custom("a `Serialize` implementation ignored that an element failed")
}

/// Checks data that does not begin with a brace. It can still be an object: raw JSON can begin with spaces.
#[cold]
fn require_object(json: &str) -> Result<()> {
    let kind = match json.as_bytes().trim_ascii_start().first() {
        Some(b'{') => return Ok(()),
        Some(b'[') => "an array",
        Some(b'"') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'n') => "null",
        _ => "a number",
    };
    Err(Error::custom(format_args!(
        "`data` must be a JSON object, and a payload serialized to {kind}"
    )))
}

/// A serializer that writes to a sink.
pub(super) struct Writer<'w, K> {
    sink: K,
    /// `None` for anything but the data of a success.
    data: Option<Root>,
    /// How many parts have begun and have not succeeded. If it is not 0 although the whole succeeds, an error was ignored or a panic
    /// was caught.
    unfinished: usize,
    /// How many arrays are open.
    open_arrays: usize,
    notes: &'w mut Notes,
}

/// The notes of the writer about a value.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// Whether the value is this crate's own. The crate's own maps repeat no key.
    pub(super) is_own: bool,
    /// The keys of the open maps that can repeat a key, the innermost map last: ranges of the text, with quotation marks and colons.
    pub(super) keys: Vec<Range<usize>>,
    /// The outermost arrays in the data of a success, so that a list can be cut.
    pub(super) outline: Outline,
    pub(super) contents: Contents,
}

impl<'w, K: Sink> Writer<'w, K> {
    /// Writes a value to a sink. Only the data of a success has a root.
    #[inline]
    pub(super) fn write<T: Serialize + ?Sized>(
        sink: K,
        data: &T,
        root: Option<Root>,
        notes: &'w mut Notes,
    ) -> Result<()> {
        let mut writer = Self { sink, data: root, unfinished: 0, open_arrays: 0, notes };
        data.serialize(&mut writer)?;
        let text = writer.sink.text();
        if writer.unfinished > 0 {
            Err(ignored_error())
        } else if root == Some(Root::Object) && !text.starts_with('{') {
            require_object(text)
        } else {
            Ok(())
        }
    }

    /// Writes a value inside of an array or object.
    #[inline]
    fn inner<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        self.part(|writer| value.serialize(writer))
    }

    /// Writes a part of the whole. If the part fails, the whole cannot succeed.
    #[inline]
    fn part(&mut self, write: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.unfinished += 1;
        write(self)?;
        self.unfinished -= 1;
        Ok(())
    }

    /// Fails if too many arrays and objects are around a new array or object.
    #[inline]
    fn deeper(&self) -> Result<()> {
        // A `Serialize` cannot ignore this error, because the call has consumed its serializer, so it has no other result to return.
        if self.unfinished < MAX_DEPTH { Ok(()) } else { Err(too_deep(MAX_DEPTH)) }
    }

    /// Writes null for an infinity or a NaN.
    #[cold]
    fn no_number(&mut self) -> Result<()> {
        self.notes.contents.no_number = true;
        self.serialize_none()
    }

    /// Notes an error that no inner value has reported.
    #[cold]
    fn misuse<T>(&mut self, message: impl Display) -> Result<T> {
        self.unfinished += 1;
        Err(Error::custom(message))
    }

    /// Fails if a value is an answer, and in the data of a success.
    #[inline]
    fn unless_answer(&mut self, is_answer: bool, answer: &'static str) -> Result<()> {
        if is_answer && self.data.is_some() { self.misuse(refusal(answer)) } else { Ok(()) }
    }

    /// Writes `{"variant":`, before the content of an enum's variant.
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

    /// Writes the key of an entry as a string, and refuses keys that are neither strings nor scalars.
    fn key<T: Serialize + ?Sized>(&mut self, is_first: bool, key: &T) -> Result<()> {
        let mut writer = Writer {
            sink: KeyOf { sink: &mut self.sink, is_first, is_refused: false },
            data: None,
            unfinished: self.unfinished,
            open_arrays: 0,
            notes: &mut Notes::default(),
        };
        let written = key.serialize(&mut writer);
        self.unfinished = writer.unfinished;
        if writer.sink.is_refused { Err(Error::custom("key must be a string")) } else { written }
    }

    /// Writes the field of a struct of `serde_json` that stands for raw JSON.
    fn raw<T: Serialize + ?Sized>(&mut self, value: &T, is_number: bool) -> Result<()> {
        self.notes.contents.raw_json = true;
        let max_depth = MAX_DEPTH.saturating_sub(self.unfinished);
        self.part(|writer| {
            let Value::String(json) = value.serialize(serde_json::value::Serializer)? else {
                return Err(Error::custom("raw JSON must be a string"));
            };
            let begins_as_number =
                json.starts_with(|first: char| first == '-' || first.is_ascii_digit());
            if is_number && !begins_as_number || serde_json::from_str::<IgnoredAny>(&json).is_err()
            {
                return Err(Error::custom("raw JSON must be one JSON value"));
            }
            if !is_nested_at_most(&json, max_depth) {
                return Err(too_deep(MAX_DEPTH));
            }
            writer.sink.raw(&json)
        })
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

impl<'a, 'w, K: Sink> Serializer for &'a mut Writer<'w, K> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Array<'a, 'w, K, true>;
    type SerializeTuple = Array<'a, 'w, K, false>;
    type SerializeTupleStruct = Array<'a, 'w, K, false>;
    type SerializeTupleVariant = Array<'a, 'w, K, false>;
    type SerializeMap = Map<'a, 'w, K>;
    type SerializeStruct = Struct<'a, 'w, K>;
    type SerializeStructVariant = Struct<'a, 'w, K>;

    numbers! {
        serialize_i8(i8) => signed,
        serialize_i16(i16) => signed,
        serialize_i32(i32) => signed,
        serialize_i64(i64) => signed,
        serialize_u8(u8) => unsigned,
        serialize_u16(u16) => unsigned,
        serialize_u32(u32) => unsigned,
        serialize_u64(u64) => unsigned,
        serialize_bool(bool) => bool,
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<()> {
        if !value.is_finite() {
            return self.no_number();
        }
        self.sink.number(zmij::Buffer::new().format_finite(value))
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        if !value.is_finite() {
            return self.no_number();
        }
        self.sink.double(value);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        self.sink.number(itoa::Buffer::new().format(value))
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        self.sink.number(itoa::Buffer::new().format(value))
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
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.unless_answer(name == ENVELOPE, "an envelope")?;
        self.notes.contents.cursor |= name == CURSOR;
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
    fn serialize_seq(self, _len: Option<usize>) -> Result<Array<'a, 'w, K, true>> {
        Array::open(self, false)
    }

    #[inline]
    fn serialize_tuple(self, _len: usize) -> Result<Array<'a, 'w, K, false>> {
        Array::open(self, false)
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        _name: &'static str,
        _len: usize,
    ) -> Result<Array<'a, 'w, K, false>> {
        Array::open(self, false)
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Array<'a, 'w, K, false>> {
        self.open_variant(variant)?;
        Array::open(self, true)
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Map<'a, 'w, K>> {
        self.deeper()?;
        self.sink.open_object();
        // A map without a length can be a struct with `#[serde(flatten)]`, whose fields can repeat a key.
        let can_repeat = len.is_none() || !self.notes.is_own;
        let keys_from = can_repeat.then_some(self.notes.keys.len());
        Ok(Map { writer: self, keys: 0, has_key: false, keys_from })
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, _len: usize) -> Result<Struct<'a, 'w, K>> {
        self.unless_answer(name == RESULT, "a `CallToolResult`")?;
        match name {
            RAW_VALUE | NUMBER => {
                Ok(Struct { writer: self, state: State::Raw { is_number: name == NUMBER } })
            }
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
    ) -> Result<Struct<'a, 'w, K>> {
        self.open_variant(variant)?;
        Struct::open(self, true)
    }
}

/// An array that is being written: a list, or a tuple.
pub(super) struct Array<'a, 'w, K, const IS_LIST: bool> {
    writer: &'a mut Writer<'w, K>,
    /// The start of the first item.
    start: usize,
    items: usize,
    is_variant: bool,
}

/// How many items are between two places that are noted.
const MARK_EVERY: usize = 8;

impl<K: Sink> Writer<'_, K> {
    /// Notes the place after some items, before the comma.
    #[cold]
    fn mark(&mut self, count: usize) {
        if self.open_arrays == 1 && self.data.is_some() {
            self.notes.outline.marks.push(Place { at: self.sink.text().len(), count });
        }
        self.sink.push(",");
    }
}

impl<'a, 'w, K: Sink, const IS_LIST: bool> Array<'a, 'w, K, IS_LIST> {
    #[inline]
    fn open(writer: &'a mut Writer<'w, K>, is_variant: bool) -> Result<Self> {
        writer.deeper()?;
        writer.sink.open_array();
        writer.open_arrays += 1;
        let start = writer.sink.text().len();
        Ok(Self { writer, start, items: 0, is_variant })
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        // Most items need one comparison.
        if !self.items.is_multiple_of(MARK_EVERY) {
            self.writer.sink.push(",");
        } else if self.items > 0 {
            self.writer.mark(self.items);
        }
        self.items += 1;
        self.writer.inner(value)
    }

    // This takes a reference, since moving an array takes time.
    #[inline]
    fn close(&mut self) {
        self.writer.open_arrays -= 1;
        if self.writer.open_arrays == 0 && self.writer.data.is_some() {
            self.note();
        }
        self.writer.sink.close_array();
        if self.is_variant {
            self.writer.close_variant();
        }
    }

    #[inline(never)]
    fn note(&mut self) {
        let (start, items) = (self.start, self.items);
        let end = self.writer.sink.text().len();
        let array = NotedArray { start, end, items, is_list: IS_LIST };
        self.writer.notes.outline.arrays.push(array);
    }
}

macro_rules! arrays {
    ($($trait:ident::$method:ident for $is_list:literal,)*) => {$(
        impl<K: Sink> ser::$trait for Array<'_, '_, K, $is_list> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                self.element(value)
            }

            #[inline]
            fn end(mut self) -> Result<()> {
                self.close();
                Ok(())
            }
        }
    )*};
}

arrays! {
    SerializeSeq::serialize_element for true,
    SerializeTuple::serialize_element for false,
    SerializeTupleStruct::serialize_field for false,
    SerializeTupleVariant::serialize_field for false,
}

/// A struct that is being written.
pub(super) struct Struct<'a, 'w, K> {
    writer: &'a mut Writer<'w, K>,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    /// An object, alone or inside the object of an enum's variant, and its first key, if it has a key so far.
    Object { first: Option<&'static str>, is_variant: bool },
    /// A struct that stands for raw JSON: its only field is JSON text. A `Number` with arbitrary precision stands for a number.
    Raw { is_number: bool },
    /// JSON text that has been written.
    RawDone,
}

impl<'a, 'w, K: Sink> Struct<'a, 'w, K> {
    #[inline]
    fn open(writer: &'a mut Writer<'w, K>, is_variant: bool) -> Result<Self> {
        writer.deeper()?;
        writer.sink.open_object();
        Ok(Self { writer, state: State::Object { first: None, is_variant } })
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "the name has to be a constant where it is written")]
    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        match &mut self.state {
            State::Object { first, .. } => {
                // The first field can be the tag of an enum, and the content of its variant can have the same key.
                if *first == Some(name) {
                    return self.writer.misuse(written_twice(name));
                }
                self.writer.sink.field(first.is_none(), name);
                first.get_or_insert(name);
                self.writer.inner(value)
            }
            &mut State::Raw { is_number } => {
                self.state = State::RawDone;
                self.writer.raw(value, is_number)
            }
            State::RawDone => self.writer.misuse("raw JSON has one field"),
        }
    }

    #[inline]
    fn close(self) -> Result<()> {
        match self.state {
            State::Object { first, is_variant } => {
                self.writer.sink.close_object(first.is_none());
                if is_variant {
                    self.writer.close_variant();
                }
                Ok(())
            }
            State::RawDone => Ok(()),
            State::Raw { .. } => self.writer.misuse("raw JSON has one field"),
        }
    }
}

macro_rules! structs {
    ($($trait:ident)*) => {$(
        impl<K: Sink> ser::$trait for Struct<'_, '_, K> {
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
pub(super) struct Map<'a, 'w, K> {
    writer: &'a mut Writer<'w, K>,
    /// How many keys the map has so far.
    keys: usize,
    /// Whether the value of a key comes next.
    has_key: bool,
    /// The index of the map's first key in [`Notes::keys`], if the map can repeat a key.
    keys_from: Option<usize>,
}

impl<K: Sink> Map<'_, '_, K> {
    /// Notes the key that was written after `start`.
    fn note_key(&mut self, from: usize, start: usize) {
        let end = self.writer.sink.text().len();
        // An inner map that failed leaves its keys.
        self.writer.notes.keys.truncate(from + self.keys - 1);
        // Skips the brace or the comma before the key.
        self.writer.notes.keys.push(start + 1..end);
    }

    /// Fails if the map repeats a key, and forgets its keys.
    fn check_keys(&mut self, from: usize) -> Result<()> {
        let text = self.writer.sink.text();
        let keys = self.writer.notes.keys.iter().skip(from).take(self.keys);
        if let Some(key) = repeated(keys.map(|key| text.get(key.clone()).unwrap_or_default())) {
            let name = key.strip_prefix('"').and_then(|key| key.strip_suffix("\":"));
            let error = written_twice(name.unwrap_or(key));
            return self.writer.misuse(error);
        }
        self.writer.notes.keys.truncate(from);
        Ok(())
    }
}

impl<K: Sink> SerializeMap for Map<'_, '_, K> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        if self.has_key {
            return self.writer.misuse("the value of a key is missing");
        }
        self.has_key = true;
        let is_first = self.keys == 0;
        self.keys += 1;
        let start = self.writer.sink.text().len();
        self.writer.part(|writer| writer.key(is_first, key))?;
        if let Some(from) = self.keys_from {
            self.note_key(from, start);
        }
        Ok(())
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
        self.writer.sink.close_object(self.keys == 0);
        Ok(())
    }
}
