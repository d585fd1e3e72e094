//! A JSON value that keeps how it was read: borrowed strings, the order of the keys, and keys that are there twice.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::value::{
    BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer,
    StringDeserializer,
};
use serde::de::{Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde::ser::{Serialize, Serializer};
use serde_json::{Error, Map, Number, Value};

use super::repeated_keys::repeated;
use super::writer::{NUMBER, RAW_VALUE, append};

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Document<'de> {
    Null,
    Bool(bool),
    Number(Number),
    String(Cow<'de, str>),
    Array(Vec<Document<'de>>),
    Object(Vec<(Cow<'de, str>, Document<'de>)>),
}

/// The entries of an object.
type Entries<'de> = [(Cow<'de, str>, Document<'de>)];

/// The entries with each key once: the later value counts, at the place of the first.
fn unique<'a, 'de>(entries: &'a Entries<'de>) -> Vec<(&'a str, &'a Document<'de>)> {
    let mut unique: Vec<(&str, _)> = Vec::with_capacity(entries.len());
    let mut places = HashMap::new();
    for (key, value) in entries {
        let place = *places.entry(&**key).or_insert(unique.len());
        match unique.get_mut(place) {
            Some((_, earlier)) => *earlier = value,
            None => unique.push((key, value)),
        }
    }
    unique
}

impl Document<'_> {
    /// The value of a key. If the key is there twice, the later one counts, as in `serde_json`.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(entries) = self else { return None };
        entries.iter().rev().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// [`get`](Self::get), to change the value.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let Self::Object(entries) = self else { return None };
        entries.iter_mut().rev().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// Takes a key out of an object. If it is there twice, both are taken out, and the later one is returned.
    pub(crate) fn take(&mut self, key: &str) -> Option<Self> {
        let Self::Object(entries) = self else { return None };
        let at = entries.iter().rposition(|(other, _)| other == key)?;
        let (_, value) = entries.remove(at);
        entries.retain(|(other, _)| other != key);
        Some(value)
    }

    /// Adds a key to an object that does not have it.
    pub(crate) fn insert(&mut self, key: &'static str, value: Self) {
        if let Self::Object(entries) = self {
            entries.push((key.into(), value));
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        *self == Self::Null
    }

    pub(crate) fn is_empty_object(&self) -> bool {
        matches!(self, Self::Object(entries) if entries.is_empty())
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The kind of the value, for a message: `a string`.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// The JSON in a string.
    pub(crate) fn parse_text(&self) -> Option<Self> {
        match self {
            Self::String(Cow::Borrowed(text)) => serde_json::from_str(text).ok(),
            Self::String(Cow::Owned(text)) => {
                let document: Document<'_> = serde_json::from_str(text).ok()?;
                Some(document.into_value().into())
            }
            _ => None,
        }
    }

    /// The text of a string, or the JSON of anything else.
    pub(crate) fn into_text(self) -> String {
        match self {
            Self::String(text) => text.into_owned(),
            other => other.to_json(),
        }
    }

    /// The value as JSON text.
    pub(crate) fn to_json(&self) -> String {
        let mut json = String::new();
        // A document has nothing that JSON does not have.
        let _ = append(&mut json, self);
        json
    }

    /// The value as a tree of `serde_json`.
    pub(crate) fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Number(number) => Value::Number(number),
            Self::String(text) => Value::String(text.into_owned()),
            Self::Array(items) => Value::Array(items.into_iter().map(Self::into_value).collect()),
            Self::Object(entries) => {
                let entries = entries.into_iter().map(|(k, v)| (k.into_owned(), v.into_value()));
                Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }
}

impl From<Value> for Document<'_> {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => Self::Number(number),
            Value::String(text) => Self::String(text.into()),
            Value::Array(items) => Self::Array(items.into_iter().map(Self::from).collect()),
            Value::Object(map) => {
                Self::Object(map.into_iter().map(|(k, v)| (k.into(), v.into())).collect())
            }
        }
    }
}

/// Each key of an object once.
impl Serialize for Document<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => number.serialize(serializer),
            Self::String(text) => serializer.serialize_str(text),
            Self::Array(items) => serializer.collect_seq(items),
            Self::Object(entries) if repeated(entries.iter().map(|(key, _)| &**key)).is_some() => {
                serializer.collect_map(unique(entries))
            }
            Self::Object(entries) => {
                serializer.collect_map(entries.iter().map(|(key, value)| (key, value)))
            }
        }
    }
}

impl<'de> Deserialize<'de> for Document<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;

        impl<'de> Visitor<'de> for Visit {
            type Value = Document<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            fn visit_unit<E>(self) -> Result<Self::Value, E> {
                Ok(Document::Null)
            }

            fn visit_none<E>(self) -> Result<Self::Value, E> {
                Ok(Document::Null)
            }

            fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Self::Value, D::Error> {
                Document::deserialize(inner)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Self::Value, E> {
                Ok(Document::Bool(value))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Self::Value, E> {
                Ok(Document::Number(value.into()))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Self::Value, E> {
                Ok(Document::Number(value.into()))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Self::Value, E> {
                Ok(Number::from_f64(value).map_or(Document::Null, Document::Number))
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Self::Value, E> {
                Ok(Document::String(text.into()))
            }

            fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Document::String(text.to_owned().into()))
            }

            fn visit_string<E>(self, text: String) -> Result<Self::Value, E> {
                Ok(Document::String(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    push(&mut items, item);
                }
                items.shrink_to_fit();
                Ok(Document::Array(items))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(Key(key)) = map.next_key()? {
                    push(&mut entries, (key, map.next_value()?));
                }
                if let [(Cow::Borrowed(NUMBER), Document::String(Cow::Owned(text)))] =
                    entries.as_slice()
                    && *IS_NUMBER_A_MAP
                    && let Ok(number) = text.parse()
                {
                    return Ok(Document::Number(number));
                }
                entries.shrink_to_fit();
                Ok(Document::Object(entries))
            }
        }

        deserializer.deserialize_any(Visit)
    }
}

/// Adds an item. A list of one has no room for more, as most in a text of many small lists.
fn push<T>(items: &mut Vec<T>, item: T) {
    if items.is_empty() {
        items.reserve_exact(1);
    }
    items.push(item);
}

/// Whether `serde_json` deserializes a number as a map with one private key, as it does with its feature `arbitrary_precision`.
/// The key is borrowed and the value is owned then, unlike in text that has the same key.
static IS_NUMBER_A_MAP: LazyLock<bool> = LazyLock::new(|| {
    serde_json::from_str::<Number>("1.0e0").is_ok_and(|n| n.to_string() == "1.0e0")
});

/// The key of an object. It reads as `serde_json` reads keys: a number or a boolean can be in a string.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

macro_rules! parsed_keys {
    ($($method:ident => $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self.0.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    parsed_keys! {
        deserialize_bool => visit_bool
        deserialize_i8 => visit_i8
        deserialize_i16 => visit_i16
        deserialize_i32 => visit_i32
        deserialize_i64 => visit_i64
        deserialize_i128 => visit_i128
        deserialize_u8 => visit_u8
        deserialize_u16 => visit_u16
        deserialize_u32 => visit_u32
        deserialize_u64 => visit_u64
        deserialize_u128 => visit_u128
        deserialize_f32 => visit_f32
        deserialize_f64 => visit_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Cow::Borrowed(text) => {
                BorrowedStrDeserializer::new(text).deserialize_enum(name, variants, visitor)
            }
            Cow::Owned(text) => {
                StringDeserializer::new(text).deserialize_enum(name, variants, visitor)
            }
        }
    }

    forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Key<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! numbers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            match self {
                Self::Number(number) => number.$method(visitor),
                other => other.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Document<'de> {
    type Error = Error;

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Self::Null => visitor.visit_unit(),
            Self::Bool(value) => visitor.visit_bool(value),
            Self::Number(number) => number.deserialize_any(visitor),
            Self::String(text) => Key(text).deserialize_any(visitor),
            Self::Array(items) => {
                let mut seq = SeqDeserializer::new(items.into_iter());
                let value = visitor.visit_seq(&mut seq)?;
                seq.end()?;
                Ok(value)
            }
            Self::Object(entries) => {
                let entries = entries.into_iter().map(|(key, value)| (Key(key), value));
                let mut map = MapDeserializer::new(entries);
                let value = visitor.visit_map(&mut map)?;
                map.end()?;
                Ok(value)
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == RAW_VALUE {
            return self.into_value().deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Self::String(text) => Key(text).deserialize_enum(name, variants, visitor),
            Self::Object(entries) if entries.len() == 1 => {
                let entries = entries.into_iter().map(|(key, value)| (Key(key), value));
                let map = MapAccessDeserializer::new(MapDeserializer::new(entries));
                map.deserialize_enum(name, variants, visitor)
            }
            other => Err(Error::custom(format_args!(
                "{} is not a variant: expected a string, or an object with one key",
                other.kind()
            ))),
        }
    }

    forward_to_deserialize_any! {
        bool char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Document<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
