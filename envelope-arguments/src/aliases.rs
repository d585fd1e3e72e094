//! The names of fields that a JSON Schema leaves out: `#[serde(alias = "…")]`. serde itself is asked for them.

use std::cell::Cell;
use std::fmt::Write;
use std::iter::once;

use serde::de::value::{Error, MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use crate::place::{Place, Step};

/// The longest text, in bytes, among the simple values that are read again.
const MAX_TEXT: usize = 64;

/// The largest number of simple values, or of items before an item, that are read again.
const MAX_BESIDE: usize = 64;

/// The longest JSON, in bytes, that is read again before an item.
const MAX_BEFORE: usize = 1_024;

/// Whether serde reads a key, or ignores it. A field that is given twice is an error, whatever its name and its type are, and an ignored
/// key is not. Only the way to the key is read again, with the simple values beside it, which choose the variant of an enum, and with the
/// items before it, which a tuple has. `None` if another error comes first, such as the error of an enum without a tag.
pub(crate) fn is_read<T: DeserializeOwned>(
    arguments: &Value,
    at: &Place<'_>,
    key: &str,
) -> Option<bool> {
    let json = twice(arguments, &at.steps(), key)?;
    let Err(error) = serde_json::from_str::<T>(&json) else { return Some(false) };
    let message = error.to_string();
    if message.starts_with("duplicate field") {
        return Some(true);
    }
    // serde reports a missing field after all keys of an object, so it has read no field twice.
    (message.starts_with("missing field") || message.starts_with("unknown field")).then_some(false)
}

/// The way to an object, which has the key twice.
fn twice(value: &Value, steps: &[Step<'_>], key: &str) -> Option<String> {
    match (steps, value) {
        ([], Value::Object(object)) => {
            let entry = format!("{}:{}", Value::from(key), object.get(key)?);
            Some(format!("{{{}{entry},{entry}}}", beside(object, key)))
        }
        ([Step::Key(step), rest @ ..], Value::Object(object)) => {
            let inner = twice(object.get(*step)?, rest, key)?;
            Some(format!("{{{}{}:{inner}}}", beside(object, step), Value::from(*step)))
        }
        ([Step::Index(index), rest @ ..], Value::Array(items)) => {
            let inner = twice(items.get(*index)?, rest, key)?;
            Some(format!("[{}{inner}]", before(items.get(..*index)?)))
        }
        _ => None,
    }
}

/// The items before an item. A list, which can have any number of them, needs none.
fn before(items: &[Value]) -> String {
    if items.len() > MAX_BESIDE {
        return String::new();
    }
    let before = items.iter().fold(String::new(), |mut before, item| {
        if before.len() <= MAX_BEFORE {
            let _ = write!(before, "{item},");
        }
        before
    });
    if before.len() > MAX_BEFORE { String::new() } else { before }
}

/// The simple values of an object, except the value of a key.
fn beside(object: &Map<String, Value>, key: &str) -> String {
    let is_simple = |value: &Value| match value {
        Value::String(text) => text.len() <= MAX_TEXT,
        Value::Number(_) | Value::Bool(_) => true,
        _ => false,
    };
    let entries = object.iter().filter(|(name, value)| *name != key && is_simple(value));
    entries.take(MAX_BESIDE).fold(String::new(), |mut beside, (name, value)| {
        let _ = write!(beside, "{}:{value},", Value::from(name.as_str()));
        beside
    })
}

/// All names of the fields of the struct in a place, or none if serde does not tell.
pub(crate) fn fields_at<T: DeserializeOwned>(at: &Place<'_>) -> &'static [&'static str] {
    let fields = Cell::default();
    let _ = T::deserialize(Way { steps: &at.steps(), fields: &fields });
    fields.get()
}

/// A deserializer of the way to a struct. It ends there, and keeps the names of the struct's fields.
#[derive(Clone, Copy)]
struct Way<'p> {
    steps: &'p [Step<'p>],
    fields: &'p Cell<&'static [&'static str]>,
}

impl Way<'_> {
    fn end() -> Error {
        Error::custom("the end")
    }
}

impl<'de> Deserializer<'de> for Way<'_> {
    type Error = Error;

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        identifier ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Some((step, steps)) = self.steps.split_first() else { return Err(Self::end()) };
        let inner = Self { steps, ..self };
        match step {
            Step::Key(key) => visitor.visit_map(MapDeserializer::new(once((*key, inner)))),
            Step::Index(_) => visitor.visit_seq(SeqDeserializer::new(once(inner))),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.steps.is_empty() {
            self.fields.set(fields);
        }
        self.deserialize_any(visitor)
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
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let Some((Step::Key(variant), steps)) = self.steps.split_first() else {
            return Err(Self::end());
        };
        let contents = once((*variant, Self { steps, ..self }));
        visitor.visit_enum(MapAccessDeserializer::new(MapDeserializer::new(contents)))
    }
}

impl IntoDeserializer<'_, Error> for Way<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "a type is there to be read")]
    struct Outer {
        list: Option<Vec<Inner>>,
        #[serde(alias = "any")]
        value: Option<Value>,
        tagged: Option<Tagged>,
        pair: Option<(u8, Inner)>,
        choice: Option<Choice>,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "a type is there to be read")]
    #[serde(untagged, expecting = "one of two")]
    enum Choice {
        One(Inner),
        Two(u8),
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "a type is there to be read")]
    struct Inner {
        #[serde(alias = "b")]
        a: u8,
        required: bool,
    }

    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "a type is there to be read")]
    #[serde(tag = "type")]
    enum Tagged {
        One {
            #[serde(alias = "b")]
            a: Option<u8>,
        },
    }

    #[test]
    fn a_key_that_serde_reads_is_known() {
        let root = Place::ROOT;
        let (list, tagged) = (root.key("list"), root.key("tagged"));
        let call = json!({
            "list": [{"a": 1, "required": true}, {"b": 1, "c": 1, "required": true}],
            "tagged": {"type": "One", "b": 1, "c": 1},
            "any": {"a": 1},
            "pair": [1, {"b": 1, "c": 1, "required": true}],
            "choice": {"b": 1, "required": true},
            "other": 1,
        });
        assert!(Outer::deserialize(&call).is_ok());
        let (pair, choice) = (root.key("pair"), root.key("choice"));
        for (at, key, expected) in [
            (root, "any", Some(true)),
            (root, "other", Some(false)),
            (list.index(1), "b", Some(true)),
            (list.index(1), "c", Some(false)),
            (tagged, "b", Some(true)),
            (tagged, "c", Some(false)),
            (pair.index(1), "b", Some(true)),
            (pair.index(1), "c", Some(false)),
            (choice, "b", None),
        ] {
            assert_eq!(is_read::<Outer>(&call, &at, key), expected, "{at}.{key}");
        }
    }

    #[test]
    fn the_fields_of_a_struct_have_all_of_their_names() {
        let root = Place::ROOT;
        assert_eq!(fields_at::<Outer>(&root), ["list", "any", "value", "tagged", "pair", "choice"]);
        assert_eq!(fields_at::<Outer>(&root.key("list").index(3)), ["a", "b", "required"]);
        assert!(fields_at::<Outer>(&root.key("tagged")).is_empty());
        assert!(fields_at::<Outer>(&root.key("nothing").key("x")).is_empty());
    }
}
