//! A deserializer of JSON that records serde's requests, and can change the values for serde.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::de::value::StrDeserializer;
use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _,
    IntoDeserializer, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Number, Value};

use crate::nearest::{Reach, nearest_within};
use crate::place::{Address, Place};
use crate::problems::{Problem, ProblemKind};
use crate::stop::{Error, Names, Stop};
use crate::walk::WORK;
use crate::words::any_of;

/// The largest number of ignored keys that are recorded.
const MAX_IGNORED: usize = 256;

/// The largest number of readings to test whether serde knows a key, or to repair.
const MAX_FURTHER: usize = 8;

type Result<T> = std::result::Result<T, Error>;

/// One reading of arguments, or several with the same recordings.
#[derive(Default)]
pub(crate) struct Reading {
    /// Whether the values are text.
    pub(crate) is_form: bool,
    /// Whether the names of fields and variants are recorded.
    pub(crate) is_recording: bool,
    /// The value to be handed over twice, with its key.
    pub(crate) doubled: Cell<Option<Address>>,
    pub(crate) edits: Edits,
    pub(crate) seen: RefCell<Seen>,
    /// Whether serde asks for a list where a form is an object.
    pub(crate) wants_pairs: Cell<bool>,
    /// Whether serde buffers a value to look at it later.
    pub(crate) keeps: Cell<bool>,
    /// The number of readings so far to test for aliases, or to repair.
    pub(crate) further: Cell<usize>,
    /// The work that is left to compare ignored keys with absent ones.
    pub(crate) work: Cell<usize>,
}

/// The changes to the arguments before serde reads them.
#[derive(Default)]
pub(crate) struct Edits {
    /// Replacements of values. `None` leaves the value out.
    pub(crate) values: BTreeMap<Address, Option<Rc<Value>>>,
    /// Replacements of keys, by the addresses of their values.
    pub(crate) keys: BTreeMap<Address, &'static str>,
    /// Values to be handed over after their neighbours, each with the turn in which it was postponed.
    pub(crate) postponed: BTreeMap<Address, usize>,
}

impl Edits {
    /// The value, or its replacement.
    fn value<'v>(&'v self, value: &'v Value) -> Option<&'v Value> {
        match self.values.get(&std::ptr::from_ref(value)) {
            Some(edited) => edited.as_deref(),
            None => Some(value),
        }
    }

    /// Whether a value is replaced, left out or postponed.
    fn has(&self, value: &Value) -> bool {
        let address = std::ptr::from_ref(value);
        self.values.contains_key(&address) || self.postponed.contains_key(&address)
    }

    /// The turn in which a value was postponed.
    fn turn(&self, value: &Value) -> Option<usize> {
        self.postponed.get(&std::ptr::from_ref(value)).copied()
    }

    /// The key of a value, or its replacement.
    fn key<'v>(&self, key: &'v str, value: &Value) -> &'v str {
        self.keys.get(&std::ptr::from_ref(value)).copied().unwrap_or(key)
    }
}

/// The recordings of a reading.
#[derive(Default)]
pub(crate) struct Seen {
    /// The names of the fields or variants, by value. For an ignored value, they are the fields of the struct around it.
    pub(crate) names: BTreeMap<Address, Names>,
    /// The keys that serde ignores, by their values.
    pub(crate) ignored: BTreeMap<Address, Problem>,
    /// Values that serde buffers to look at them later, in objects without known fields. A value can be there several times.
    pub(crate) buffered: Vec<Address>,
}

impl Reading {
    pub(crate) fn read<T: DeserializeOwned>(
        &self,
        value: &Value,
    ) -> std::result::Result<T, Box<Stop>> {
        let place = Place::default();
        let value = self.edits.value(value).unwrap_or(value);
        let at = At { value, place: &place, reading: self, around: None };
        T::deserialize(at).map_err(|error| error.in_place(&place, value).0)
    }

    /// Prepares the first reading of another series.
    pub(crate) fn restart(&mut self, is_recording: bool) {
        self.is_recording = is_recording;
        self.edits = Edits::default();
        self.work.set(WORK.0);
        self.seen.take();
    }

    /// Whether serde refuses arguments in which a key is given twice, for one of these reasons. Then it knows the key.
    pub(crate) fn is_refused_twice<T: DeserializeOwned>(
        &self,
        arguments: &Value,
        key: &Value,
        is_reason: impl Fn(&Stop) -> bool,
    ) -> bool {
        self.doubled.set(Some(key));
        let is_refused =
            self.is_allowed() && self.read::<T>(arguments).is_err_and(|stop| is_reason(&stop));
        self.doubled.set(None);
        self.seen.take();
        is_refused
    }

    /// Counts a further reading, and returns whether it is allowed.
    pub(crate) fn is_allowed(&self) -> bool {
        self.further.set(self.further.get() + 1);
        self.further.get() <= MAX_FURTHER
    }
}

#[derive(Clone, Copy)]
struct At<'p, 'v> {
    value: &'v Value,
    place: &'p Place<'p>,
    reading: &'v Reading,
    /// The struct around the value, and its field names. `None` in a map, or in a struct with flattened fields.
    around: Option<(&'v Value, Names)>,
}

impl<'v> At<'_, 'v> {
    fn record(self, names: Names) {
        if self.reading.is_recording {
            self.reading.seen.borrow_mut().names.insert(self.value, names);
        }
    }

    /// The name of an absent field that is close to the key of this value.
    fn absent_name(self, key: &str) -> Option<&'static str> {
        let (object, fields) = self.around?;
        let work = &self.reading.work;
        let is_absent = |name: &&str| work.get() > 0 && object.get(name).is_none();
        nearest_within(key, fields.iter().copied().filter(is_absent), Reach::Near, work)
    }

    /// Reads a value within this one.
    fn within<R>(
        self,
        value: &'v Value,
        place: &Place<'_>,
        around: Option<(&'v Value, Names)>,
        read: impl FnOnce(At<'_, 'v>) -> Result<R>,
    ) -> Result<R> {
        let at = At { value, place, around, reading: self.reading };
        read(at).map_err(|error| error.in_place(place, value))
    }

    /// The text, if the arguments are a form.
    fn text(self) -> Option<&'v str> {
        self.value.as_str().filter(|_| self.reading.is_form)
    }

    fn value<'de, V: Visitor<'de>>(self, fields: Option<Names>, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::String(text) => visitor.visit_str(text),
            // A list in the place of an object has the order of the fields.
            Value::Array(items) => self.list(items, fields.is_some(), visitor),
            Value::Object(object) => self.object(object, fields, visitor),
            value => visit_typed(value, visitor),
        }
    }

    fn object<'de, V: Visitor<'de>>(
        self,
        object: &'v Map<String, Value>,
        fields: Option<Names>,
        visitor: V,
    ) -> Result<V::Value> {
        let others = self.entries(object, fields.is_some_and(|fields| fields.len() == 2));
        let mut entries = Entries { others, next: None, fields, at: self };
        match visitor.visit_map(&mut entries) {
            // serde fails before it asks for the value of a repeated key.
            Err(error) => Err(match entries.next {
                Some((key, _)) => error.of_key(key),
                None => error,
            }),
            Ok(_) if entries.others.next().is_some() => {
                Err(Error::invalid_length(object.len(), &"an object with fewer keys"))
            }
            result => result,
        }
    }

    fn list<'de, V: Visitor<'de>>(
        self,
        items: &'v [Value],
        is_tuple: bool,
        visitor: V,
    ) -> Result<V::Value> {
        let mut others = self.items(items, is_tuple);
        let value = visitor.visit_seq(Items { others: &mut others, at: self })?;
        match others.next() {
            Some(_) => Err(Error::invalid_length(items.len(), &"a shorter list")),
            None => Ok(value),
        }
    }

    // These functions are not generic, so that a program contains them once, and not once for each of its types.

    /// The entries of an object, in the order for serde. A tag goes before the contents. Otherwise serde would buffer the contents until
    /// it has read the tag.
    fn entries(
        self,
        object: &'v Map<String, Value>,
        has_tag: bool,
    ) -> impl Iterator<Item = (&'v String, &'v Value)> {
        let edits = &self.reading.edits;
        let is_late = |value: &Value| has_tag && (value.is_array() || value.is_object());
        let is_doubled = |value| self.reading.doubled.get() == Some(std::ptr::from_ref(value));
        let is_moved = |value| edits.has(value) || is_doubled(value) || is_late(value);
        // Allocate nothing for an object in which nothing moves, as in most first readings.
        let is_sorted = object.values().any(is_moved);
        let mut sorted = Vec::new();
        if is_sorted {
            sorted.extend(object.iter().filter(|(_, value)| edits.value(value).is_some()));
            sorted.extend(object.iter().filter(|(_, value)| is_doubled(value)));
            sorted.sort_by_key(|(_, value)| (edits.turn(value), is_late(value)));
        }
        let unsorted = object.iter().take(if is_sorted { 0 } else { usize::MAX });
        sorted.into_iter().chain(unsorted)
    }

    /// The items of a list, in the order for serde. The items of a tuple cannot be reordered.
    fn items(self, items: &'v [Value], is_tuple: bool) -> impl Iterator<Item = (usize, &'v Value)> {
        let edits = &self.reading.edits;
        let has_moved = !is_tuple && !edits.postponed.is_empty();
        let is_moved = move |value: &Value| has_moved && edits.turn(value).is_some();
        let mut moved = Vec::new();
        if has_moved {
            moved.extend(items.iter().enumerate().filter(|(_, value)| is_moved(value)));
            moved.sort_by_key(|(_, value)| edits.turn(value));
        }
        items.iter().enumerate().filter(move |(_, value)| !is_moved(value)).chain(moved)
    }
}

/// Declares methods of a deserializer with the same body.
macro_rules! methods {
    ($this:ident, $visitor:ident, $body:expr; $($method:ident($($argument:ident: $ty:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>($this, $($argument: $ty,)* $visitor: V) -> Result<V::Value> {
            $(let _ = $argument;)*
            $body
        }
    )*};
}

/// Hands over a number in the same way as `serde_json`.
fn visit_number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value> {
    if let Some(number) = number.as_u64() {
        visitor.visit_u64(number)
    } else if let Some(number) = number.as_i64() {
        visitor.visit_i64(number)
    } else if let Some(float) = number.as_f64()
        && Number::from_f64(float).as_ref() == Some(number)
    {
        visitor.visit_f64(float)
    } else {
        // With its feature `arbitrary_precision`, `serde_json` hands over the digits.
        number.deserialize_any(visitor).map_err(Error::custom)
    }
}

/// Parses the number or the boolean in a text of a form, or in a key.
pub(crate) fn typed(text: &str) -> Option<Value> {
    let unsigned = || text.parse::<u64>().ok().map(Value::from);
    let signed = || text.parse::<i64>().ok().map(Value::from);
    let float = || text.parse().ok().and_then(Number::from_f64).map(Value::Number);
    unsigned().or_else(signed).or_else(float).or_else(|| text.parse().ok().map(Value::Bool))
}

fn visit_typed<'de, V: Visitor<'de>>(value: &Value, visitor: V) -> Result<V::Value> {
    match value {
        Value::Bool(value) => visitor.visit_bool(*value),
        Value::Number(number) => visit_number(number, visitor),
        _ => visitor.visit_unit(),
    }
}

impl<'de> Deserializer<'de> for At<'_, '_> {
    type Error = Error;

    methods! { self, visitor, match self.text().and_then(typed) {
            Some(typed) => visit_typed(&typed, visitor),
            None => match self.value.as_f64() {
                // With its feature `arbitrary_precision`, `serde_json` hands over other digits than its own, such as `5e-1`, as a map.
                Some(float) if self.value.is_f64() => visitor.visit_f64(float),
                _ => self.value(None, visitor),
            },
        };
        deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_u8() deserialize_u16()
        deserialize_u32() deserialize_u64() deserialize_f32() deserialize_f64()
    }

    methods! { self, visitor, match self.text().map(|digits| (digits.parse(), digits.parse())) {
            Some((Ok(number), _)) => visitor.visit_u128(number),
            Some((_, Ok(number))) => visitor.visit_i128(number),
            _ => self.value(None, visitor),
        };
        deserialize_i128() deserialize_u128()
    }

    methods! { self, visitor, self.value(None, visitor);
        deserialize_char() deserialize_str() deserialize_string() deserialize_bytes()
        deserialize_byte_buf() deserialize_unit() deserialize_unit_struct(name: &'static str) deserialize_map()
        deserialize_identifier()
    }

    methods! { self, visitor, {
            self.reading.wants_pairs.set(self.reading.is_form && self.value.is_object());
            self.value(None, visitor)
        };
        deserialize_seq()
    }

    methods! { self, visitor, match self.value {
            Value::Array(items) => self.list(items, true, visitor),
            _ => self.value(None, visitor),
        };
        deserialize_tuple(len: usize) deserialize_tuple_struct(name: &'static str, len: usize)
    }

    methods! { self, visitor, {
            // A type of `serde_json` itself, such as raw JSON.
            if name.starts_with("$serde_json::private::") {
                let value = self.value.clone();
                return value.deserialize_newtype_struct(name, visitor).map_err(Error::custom);
            }
            visitor.visit_newtype_struct(self)
        };
        deserialize_newtype_struct(name: &'static str)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.place.is_buffered.set(true);
        self.reading.keeps.set(true);
        if let (Some((around, _)), None) = (self.place.entry(), self.around) {
            around.is_buffered.set(true);
            self.reading.seen.borrow_mut().buffered.push(self.value);
        }
        self.value(None, visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Seen { ignored, names, .. } = &mut *self.reading.seen.borrow_mut();
        let fields = self.around.map(|(_, fields)| fields).unwrap_or_default();
        // A struct without fields takes any key.
        let is_keyless = self.around.is_some() && fields.is_empty();
        if let Some((around, key)) = self.place.entry()
            && !is_keyless
            && ignored.len() < MAX_IGNORED
        {
            ignored.entry(self.value).or_insert_with(|| {
                let problem = Problem::unknown(around, key);
                let problem = problem.expected(any_of(fields.iter().copied()));
                problem.did_you_mean(self.absent_name(key))
            });
            names.insert(self.value, fields);
        }
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    methods! { self, visitor, {
            self.record(fields);
            self.value(Some(fields), visitor)
        };
        deserialize_struct(name: &'static str, fields: Names)
    }

    methods! { self, visitor, {
            self.record(variants);
            let (variant, contents) = match self.value {
                Value::String(variant) => (variant.as_str(), None),
                Value::Object(object) => {
                    let mut entries = object.iter();
                    match (entries.next(), entries.next()) {
                        (Some((variant, contents)), None) => {
                            (self.reading.edits.key(variant, contents), Some(contents))
                        }
                        _ => return Err(Error::invalid_length(object.len(), &"an object with one key")),
                    }
                }
                _ => return Err(Error::invalid_type(Unexpected::Unit, &"a string or an object")),
            };
            visitor.visit_enum(Variant { name: variant, contents, at: self })
        };
        deserialize_enum(name: &'static str, variants: Names)
    }
}

struct Entries<'p, 'v, I> {
    others: I,
    next: Option<(&'v str, &'v Value)>,
    /// The field names of a struct without flattened fields.
    fields: Option<Names>,
    at: At<'p, 'v>,
}

impl<'de, 'v, I> MapAccess<'de> for &mut Entries<'_, 'v, I>
where
    I: Iterator<Item = (&'v String, &'v Value)>,
{
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let at = self.at;
        let Some((key, value)) = self.others.next() else { return Ok(None) };
        self.next = Some((key, value));
        let key = at.reading.edits.key(key, value);
        seed.deserialize(Key(key)).map(Some).map_err(|error| {
            // An error about a number out of range belongs to the key, and any other error to the map.
            if error.0.problem.kind == ProblemKind::OutOfRange {
                error.in_place(&at.place.key(key), value)
            } else {
                error.of_key(key).in_place(at.place, at.value)
            }
        })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let (key, value) =
            self.next.take().ok_or_else(|| Error::custom("a value without a key"))?;
        let place = self.at.place.key(key);
        let value = self.at.reading.edits.value(value).unwrap_or(value);
        let around = self.fields.map(|fields| (self.at.value, fields));
        self.at.within(value, &place, around, |at| seed.deserialize(at))
    }
}

/// A key: a text, possibly of an integer or a boolean.
struct Key<'v>(&'v str);

impl<'de> Deserializer<'de> for Key<'_> {
    type Error = Error;

    methods! { self, visitor, match typed(self.0) {
            Some(typed) => visit_typed(&typed, visitor),
            None => Err(Error::custom("a key has the wrong type")),
        };
        deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_u8() deserialize_u16()
        deserialize_u32() deserialize_u64()
    }

    methods! { self, visitor, visitor.visit_str(self.0); deserialize_any() }

    methods! { self, visitor, visitor.visit_some(self); deserialize_option() }

    methods! { self, visitor, visitor.visit_newtype_struct(self); deserialize_newtype_struct(name: &'static str) }

    methods! { self, visitor, visitor.visit_enum(StrDeserializer::new(self.0));
        deserialize_enum(name: &'static str, variants: Names)
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'p, 'v, I> {
    others: I,
    at: At<'p, 'v>,
}

impl<'de, 'v, I: Iterator<Item = (usize, &'v Value)>> SeqAccess<'de> for Items<'_, 'v, I> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((index, value)) = self.others.next() else { return Ok(None) };
        let value = self.at.reading.edits.value(value).unwrap_or(value);
        let place = self.at.place.index(index);
        self.at.within(value, &place, None, |item| seed.deserialize(item)).map(Some)
    }
}

struct Variant<'p, 'v> {
    name: &'v str,
    contents: Option<&'v Value>,
    at: At<'p, 'v>,
}

impl<'de> EnumAccess<'de> for Variant<'_, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let name: StrDeserializer<'_, Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'v> Variant<'_, 'v> {
    fn contents<R>(self, read: impl FnOnce(At<'_, 'v>) -> Result<R>) -> Result<R> {
        let Some(contents) = self.contents else {
            let expected = format!("an object with the key `{}`", self.name);
            return Err(Error::invalid_type(Unexpected::UnitVariant, &&*expected));
        };
        let value = self.at.reading.edits.value(contents).unwrap_or(contents);
        self.at.within(value, &self.at.place.key(self.name), None, read)
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        self.contents.map_or(Ok(()), |_| self.contents(|at| <()>::deserialize(at)))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.contents(|at| seed.deserialize(at))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.contents(|at| at.deserialize_tuple(len, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value> {
        self.contents(|at| at.deserialize_struct("", fields, visitor))
    }
}
