//! A deserializer over a JSON value that remembers where serde stops and why, which keys it ignores, and which keys it knows. It reads like
//! the deserializer of `serde_json::Value`. Its errors name no value of the caller and no type of the author.

use std::cell::RefCell;
use std::error::Error;
use std::fmt::{self, Display};

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Map, Value};

use super::place::Place;
use super::reason::Reason;
use super::words::{any_of, in_json, json_type};

/// The largest depth of arguments. It is the limit of `serde_json` for text.
const MAX_DEPTH: usize = 128;

/// The largest number of ignored keys and of structs that are remembered.
const MAX_NOTED: usize = 256;

/// The reading of a value.
pub(super) struct Read<T> {
    pub(super) result: Result<T, Rejected>,
    pub(super) notes: Notes,
}

/// What serde did with a value, besides its result.
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// The keys that it ignored.
    pub(super) ignored: Vec<Ignored>,
    /// The structs that it read, with all names of their fields.
    pub(super) structs: Vec<Struct>,
    /// The objects that it read without naming its fields: maps, structs with flattened fields, and enums with tags or without.
    pub(super) open: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Ignored {
    /// The path of the object.
    pub(super) around: String,
    pub(super) key: String,
}

#[derive(Debug)]
pub(super) struct Struct {
    pub(super) path: String,
    pub(super) fields: &'static [&'static str],
}

/// Reads a value. If `is_text`, as in a query string, texts are parsed as the requested type.
pub(super) fn read<T: DeserializeOwned>(value: &Value, is_text: bool) -> Read<T> {
    let recorder = Recorder { is_text, notes: RefCell::default() };
    let result = T::deserialize(Traced { value, at: &Place::ROOT, notes: &recorder });
    Read { result, notes: recorder.notes.into_inner() }
}

struct Recorder {
    is_text: bool,
    notes: RefCell<Notes>,
}

impl Recorder {
    fn ignored(&self, at: &Place<'_>) {
        let Some((around, key)) = at.split_key() else { return };
        let ignored = &mut self.notes.borrow_mut().ignored;
        if ignored.len() < MAX_NOTED {
            ignored.push(Ignored { around: around.path(), key: key.to_owned() });
        }
    }

    fn open(&self, at: &Place<'_>) {
        let open = &mut self.notes.borrow_mut().open;
        if open.len() < MAX_NOTED {
            open.push(at.path());
        }
    }

    fn of_struct(&self, at: &Place<'_>, fields: &'static [&'static str]) {
        let structs = &mut self.notes.borrow_mut().structs;
        if structs.len() < MAX_NOTED {
            structs.push(Struct { path: at.path(), fields });
        }
    }
}

/// Why serde does not accept a value, and where. It is in a box, since every value that is read returns one or none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rejected(Box<Stop>);

#[derive(Clone, Debug, PartialEq)]
struct Stop {
    path: Option<String>,
    reason: Reason,
}

impl Rejected {
    fn new(reason: Reason) -> Self {
        Self(Box::new(Stop { path: None, reason }))
    }

    /// The path of the value. Empty for the arguments themselves.
    pub(super) fn path(&self) -> &str {
        self.0.path.as_deref().unwrap_or_default()
    }

    pub(super) fn reason(&self) -> &Reason {
        &self.0.reason
    }

    /// The innermost place is the first to be told.
    fn at(mut self, place: &Place<'_>) -> Self {
        self.0.path.get_or_insert_with(|| place.path());
        self
    }
}

impl Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            Reason::Missing(field) => write!(f, "missing field `{field}`"),
            Reason::Twice(field) => write!(f, "duplicate field `{field}`"),
            Reason::Other(message) => f.write_str(message),
            reason => write!(f, "{reason:?}"),
        }
    }
}

impl Error for Rejected {}

impl serde::de::Error for Rejected {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(Reason::Other(message.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = in_json(&expected.to_string());
        Self::new(Reason::WrongType { found: type_of(found), expected })
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        let expected = in_json(&expected.to_string());
        Self::new(match found {
            Unexpected::Signed(_) | Unexpected::Unsigned(_) | Unexpected::Float(_) => {
                Reason::OutOfRange { expected }
            }
            _ => Reason::Length { expected },
        })
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::new(Reason::Length { expected: in_json(&expected.to_string()) })
    }

    fn unknown_variant(given: &str, words: &'static [&'static str]) -> Self {
        Self::new(Reason::NotOneOf { given: given.to_owned(), words })
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Self {
        Self::new(Reason::Unknown { key: key.to_owned(), known })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Reason::Missing(field.into()))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::new(Reason::Twice(field.into()))
    }
}

fn type_of(found: Unexpected<'_>) -> &'static str {
    match found {
        Unexpected::Bool(_) => "a boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "an integer",
        Unexpected::Float(_) => "a fraction",
        Unexpected::Seq | Unexpected::Bytes(_) | Unexpected::TupleVariant => "a list",
        Unexpected::Map | Unexpected::StructVariant => "an object",
        Unexpected::Unit | Unexpected::Option => "null",
        _ => "a string",
    }
}

/// A value at its place.
#[derive(Clone, Copy)]
struct Traced<'de, 'p> {
    value: &'de Value,
    at: &'p Place<'p>,
    notes: &'p Recorder,
}

type Result<T, E = Rejected> = std::result::Result<T, E>;

impl<'de> Traced<'de, '_> {
    /// The text, if it has to be parsed as the requested type.
    fn text(&self) -> Option<&'de str> {
        self.value.as_str().filter(|_| self.notes.is_text)
    }

    fn visit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Self { value, at, .. } = self;
        if at.depth() > MAX_DEPTH {
            return Err(Rejected::new(Reason::TooDeep).at(at));
        }
        let visited = match value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => self.visit_list(items, visitor),
            Value::Object(object) => self.visit_object(object, visitor),
        };
        visited.map_err(|error| error.at(at))
    }

    fn visit_list<V: Visitor<'de>>(self, items: &'de [Value], visitor: V) -> Result<V::Value> {
        let mut list = List { around: self, items: items.iter(), index: 0 };
        let visited = visitor.visit_seq(&mut list)?;
        if list.items.len() > 0 {
            let expected = format!("a list of {} items", list.index);
            return Err(Rejected::new(Reason::Length { expected }));
        }
        Ok(visited)
    }

    fn visit_object<V: Visitor<'de>>(
        self,
        object: &'de Map<String, Value>,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_map(Object { around: self, entries: object.iter(), value: None })
    }
}

/// Numbers and booleans. A text is parsed.
macro_rules! of_text {
    ($($method:ident => $visit:ident: $ty:ty, $expected:literal;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let Some(text) = self.text() else { return self.visit(visitor) };
            let value = text.parse::<$ty>().map_err(|_| {
                let reason = Reason::WrongType { found: "a string", expected: $expected.to_owned() };
                Rejected::new(reason).at(self.at)
            })?;
            visitor.$visit(value).map_err(|error: Rejected| error.at(self.at))
        }
    )*};
}

impl<'de> Deserializer<'de> for Traced<'de, '_> {
    type Error = Rejected;

    of_text! {
        deserialize_bool => visit_bool: bool, "`true` or `false`";
        deserialize_i8 => visit_i64: i64, "an integer from -128 to 127";
        deserialize_i16 => visit_i64: i64, "an integer from -32768 to 32767";
        deserialize_i32 => visit_i64: i64, "an integer from -2147483648 to 2147483647";
        deserialize_i64 => visit_i64: i64, "an integer";
        deserialize_u8 => visit_u64: u64, "an integer from 0 to 255";
        deserialize_u16 => visit_u64: u64, "an integer from 0 to 65535";
        deserialize_u32 => visit_u64: u64, "an integer from 0 to 4294967295";
        deserialize_u64 => visit_u64: u64, "an integer of at least 0";
        deserialize_f32 => visit_f64: f64, "a number";
        deserialize_f64 => visit_f64: f64, "a number";
    }

    forward_to_deserialize_any! {
        i128 u128 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.value.is_object() {
            self.notes.open(self.at);
        }
        self.visit(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.notes.of_struct(self.at, fields);
        self.visit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let visited =
            if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) };
        visited.map_err(|error: Rejected| error.at(self.at))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        // `RawValue` is known to `serde_json` only.
        if name.starts_with("$serde_json") {
            let read = self.value.deserialize_newtype_struct(name, visitor);
            return read.map_err(|error| Rejected::new(Reason::Other(error.to_string())));
        }
        visitor.visit_newtype_struct(self).map_err(|error: Rejected| error.at(self.at))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let at = self.at;
        if at.depth() > MAX_DEPTH {
            return Err(Rejected::new(Reason::TooDeep).at(at));
        }
        let (name, value) = match self.value {
            Value::String(name) => (name, None),
            Value::Object(object) if object.len() == 1 => match object.iter().next() {
                Some((name, value)) => (name, Some(value)),
                None => return self.visit(visitor),
            },
            value => {
                let reason = if value.is_object() {
                    Reason::Length { expected: "an object with one key".to_owned() }
                } else {
                    Reason::WrongType {
                        found: json_type(value),
                        expected: any_of(words.iter().copied()),
                    }
                };
                return Err(Rejected::new(reason).at(at));
            }
        };
        let variant = Variant { name, value, around: self };
        visitor.visit_enum(variant).map_err(|error: Rejected| error.at(at))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.notes.ignored(self.at);
        visitor.visit_unit()
    }
}

struct List<'de, 'p> {
    around: Traced<'de, 'p>,
    items: std::slice::Iter<'de, Value>,
    index: usize,
}

impl<'de> SeqAccess<'de> for &mut List<'de, '_> {
    type Error = Rejected;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some(value) = self.items.next() else { return Ok(None) };
        let at = &self.around.at.index(self.index);
        self.index += 1;
        let item = Traced { value, at, notes: self.around.notes };
        seed.deserialize(item).map(Some).map_err(|error| error.at(at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.len())
    }
}

struct Object<'de, 'p> {
    around: Traced<'de, 'p>,
    entries: serde_json::map::Iter<'de>,
    value: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for Object<'de, '_> {
    type Error = Rejected;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let Some((key, value)) = self.entries.next() else { return Ok(None) };
        self.value = Some((key, value));
        // A number as a key, as of a map, is in a text.
        let key = seed.deserialize(Key { key, around: self.around });
        key.map(Some).map_err(|error| error.at(self.around.at))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let (key, value) = self.value.take().unwrap_or(("", &Value::Null));
        let at = &self.around.at.key(key);
        let value = Traced { value, at, notes: self.around.notes };
        seed.deserialize(value).map_err(|error| error.at(at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// The key of an object.
struct Key<'de, 'p> {
    key: &'de str,
    around: Traced<'de, 'p>,
}

macro_rules! of_key {
    ($($method:ident => $visit:ident: $ty:ty;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.key.parse::<$ty>() {
                Ok(key) => visitor.$visit(key),
                Err(_) => visitor.visit_borrowed_str(self.key),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de, '_> {
    type Error = Rejected;

    of_key! {
        deserialize_bool => visit_bool: bool;
        deserialize_i8 => visit_i64: i64;
        deserialize_i16 => visit_i64: i64;
        deserialize_i32 => visit_i64: i64;
        deserialize_i64 => visit_i64: i64;
        deserialize_i128 => visit_i128: i128;
        deserialize_u8 => visit_u64: u64;
        deserialize_u16 => visit_u64: u64;
        deserialize_u32 => visit_u64: u64;
        deserialize_u64 => visit_u64: u64;
        deserialize_u128 => visit_u128: u128;
        deserialize_f32 => visit_f64: f64;
        deserialize_f64 => visit_f64: f64;
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_borrowed_str(self.key)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(Variant { name: self.key, value: None, around: self.around })
    }
}

/// A variant of an enum, and its contents.
struct Variant<'de, 'p> {
    name: &'de str,
    value: Option<&'de Value>,
    around: Traced<'de, 'p>,
}

impl<'de> EnumAccess<'de> for Variant<'de, '_> {
    type Error = Rejected;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self)> {
        let name = BorrowedStrDeserializer::new(self.name);
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> Variant<'de, '_> {
    /// Reads the contents of the variant, which are in the place of its key.
    fn contents<T>(
        self,
        read: impl FnOnce(Traced<'de, '_>) -> Result<T>,
        expected: &str,
    ) -> Result<T> {
        let Some(value) = self.value else {
            let (found, expected) = ("a string", expected.to_owned());
            return Err(Rejected::new(Reason::WrongType { found, expected }));
        };
        let at = &self.around.at.key(self.name);
        read(Traced { value, at, notes: self.around.notes }).map_err(|error| error.at(at))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de, '_> {
    type Error = Rejected;

    fn unit_variant(self) -> Result<()> {
        match self.value {
            None => Ok(()),
            Some(_) => self.contents(|contents| <()>::deserialize(contents), "null"),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value> {
        self.contents(|contents| seed.deserialize(contents), "an object with one key")
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, visitor: V) -> Result<V::Value> {
        let read = |contents: Traced<'de, '_>| match contents.value {
            Value::Array(_) => contents.visit(visitor),
            other => Err(wrong_type(other, "a list")),
        };
        self.contents(read, "an object with one key")
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let read = |contents: Traced<'de, '_>| match contents.value {
            Value::Object(_) => contents.deserialize_struct("", fields, visitor),
            other => Err(wrong_type(other, "an object")),
        };
        self.contents(read, "an object with one key")
    }
}

fn wrong_type(found: &Value, expected: &str) -> Rejected {
    Rejected::new(Reason::WrongType { found: json_type(found), expected: expected.to_owned() })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    struct Secret {
        #[serde(alias = "b")]
        a: u8,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename = "Secret with 2 faces")]
    struct SecretPair(u8, u8);

    #[derive(Debug, Deserialize, PartialEq)]
    struct SecretUnit;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "lowercase")]
    enum SecretEnum {
        Pair(u8, u8),
        Named { a: u8 },
        One(u8),
        Unit,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(tag = "type")]
    enum SecretTagged {
        Unit,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(untagged)]
    enum SecretUntagged {
        Number(u8),
    }

    /// Values that `serde_json` reads are read the same way, and others are rejected.
    #[test]
    fn values_are_read_as_by_serde_json() {
        fn same<T: DeserializeOwned + PartialEq + fmt::Debug>(values: &[Value]) {
            for value in values {
                let expected = T::deserialize(value).ok();
                assert_eq!(read::<T>(value, false).result.ok(), expected, "{value}");
            }
        }

        let values = [
            json!(null),
            json!(true),
            json!(7),
            json!(-7),
            json!(300),
            json!(u64::MAX),
            json!(0.5),
            json!(1.0),
            json!(""),
            json!("a"),
            json!("unit"),
            json!("7"),
            json!([]),
            json!([1]),
            json!([1, 2]),
            json!([1, 2, 3]),
            json!({}),
            json!({"a": 1}),
            json!({"b": 1}),
            json!({"a": 1, "b": 2}),
            json!({"a": 1, "c": [{}]}),
            json!({"pair": [1, 2]}),
            json!({"pair": 1}),
            json!({"named": {"a": 1}}),
            json!({"named": [1]}),
            json!({"one": 1}),
            json!({"unit": null}),
            json!({"unit": 1}),
            json!({"type": "Unit"}),
            json!({"1": "a", "2": "b"}),
            json!({"true": "a"}),
            json!({"unit": "a"}),
        ];
        same::<Value>(&values);
        same::<Secret>(&values);
        same::<SecretPair>(&values);
        same::<SecretUnit>(&values);
        same::<SecretEnum>(&values);
        same::<SecretTagged>(&values);
        same::<SecretUntagged>(&values);
        same::<Option<u8>>(&values);
        same::<Option<SecretEnum>>(&values);
        same::<(u8, u8)>(&values);
        same::<Vec<i64>>(&values);
        same::<Vec<u8>>(&values);
        same::<(u64, f32)>(&values);
        same::<f64>(&values);
        same::<i128>(&values);
        same::<char>(&values);
        same::<bool>(&values);
        same::<()>(&values);
        same::<String>(&values);
        same::<BTreeMap<u8, String>>(&values);
        same::<BTreeMap<bool, String>>(&values);
        same::<BTreeMap<String, Value>>(&values);
        same::<BTreeMap<Option<String>, Value>>(&values);
    }

    #[test]
    fn raw_json_is_read_by_serde_json() {
        let raw = read::<Box<serde_json::value::RawValue>>(&json!({"a": [1]}), false);
        assert_eq!(raw.result.unwrap().get(), r#"{"a":[1]}"#);
    }

    #[test]
    fn a_reason_names_neither_types_nor_values() {
        type Reasons = fn(&Value) -> Rejected;

        fn reason<T: DeserializeOwned + fmt::Debug>(value: &Value) -> Rejected {
            read::<T>(value, false).result.unwrap_err()
        }

        let hostile = "Hostile, expected struct Secret";
        let cases: [(Reasons, Value); 10] = [
            (reason::<Secret>, json!(7)),
            (reason::<Secret>, json!(hostile)),
            (reason::<Secret>, json!([])),
            (reason::<SecretPair>, json!({"a": 1})),
            (reason::<SecretPair>, json!([1])),
            (reason::<SecretUnit>, json!(1)),
            (reason::<SecretEnum>, json!({"pair": [1]})),
            (reason::<SecretEnum>, json!({"named": hostile})),
            (reason::<SecretTagged>, json!(1)),
            (reason::<u8>, json!(hostile)),
        ];
        for (reason, value) in cases {
            let reason = format!("{:?}", reason(&value).reason());
            assert!(!reason.contains("Secret") && !reason.contains("Hostile"), "{value}: {reason}");
        }
    }

    #[test]
    fn the_place_of_a_reason() {
        #[derive(Debug, Deserialize)]
        struct Outer {
            #[serde(rename = "list")]
            _list: Vec<Secret>,
        }

        let rejected = read::<Outer>(&json!({"list": [{"a": 1}, {"a": "x"}]}), false).result;
        assert_eq!(rejected.unwrap_err().path(), "list[1].a");
        let Read { notes, .. } = read::<Outer>(&json!({"list": [{"a": 1, "x": 1}], "y": 1}), false);
        let ignored: Vec<_> =
            notes.ignored.iter().map(|key| (key.around.as_str(), key.key.as_str())).collect();
        assert_eq!(ignored, [("list[0]", "x"), ("", "y")]);
        assert_eq!(notes.structs.last().unwrap().fields, ["a", "b"]);
        assert!(notes.open.is_empty());
    }

    #[test]
    fn depth_is_limited() {
        for (depth, is_read) in [(MAX_DEPTH, true), (MAX_DEPTH + 1, false)] {
            let value = (0..depth).fold(json!(1), |value, _| Value::Array(vec![value]));
            assert_eq!(read::<Value>(&value, false).result.is_ok(), is_read, "{depth}");
        }
    }
}
