//! Objects whose keys are taken one by one: a value of another type than the contract's stays where it is.

use std::collections::BTreeMap;

use envelope_runtime::dotbot::{Health, Host};
use envelope_runtime::response_v2::ContentFidelity;
use envelope_runtime::{RequestId, Severity, Tier, WarningCode};
use serde::Serialize;
use serde_json::{Map, Number, Value};

/// The entries of a JSON object.
pub(crate) type Entries = Map<String, Value>;

/// A type that a key of a contract can have.
pub(crate) trait Field: Serialize + Sized {
    /// The value, or the JSON as it was if it is of another type.
    fn read(json: Value) -> Result<Self, Value>;

    /// The value for JSON of another type, if the field takes it nevertheless.
    fn convert(json: Value) -> Result<Self, Value> {
        Err(json)
    }

    /// Whether the key is not written.
    fn is_absent(&self) -> bool {
        false
    }
}

/// Takes the value of a key. Null counts as absent, and a value of another type stays.
pub(crate) fn take<T: Field + Default>(object: &mut Entries, key: &str) -> T {
    let json = object.remove(key).filter(|json| !json.is_null());
    let read = json.map(|json| T::read(json).or_else(T::convert));
    read.and_then(|read| read.map_err(|odd| object.insert(key.to_owned(), odd)).ok())
        .unwrap_or_default()
}

/// Takes an object of facts. Any other value becomes a fact under its own key.
pub(crate) fn take_facts(object: &mut Entries, key: &str) -> Entries {
    match object.remove(key) {
        None | Some(Value::Null) => Entries::new(),
        Some(Value::Object(facts)) => facts,
        Some(other) => Entries::from_iter([(key.to_owned(), other)]),
    }
}

/// Declares an object of a contract: a struct with a public field for each key, and all other entries in `extra`. With the name of a
/// text in parentheses, the struct is also an entry of lists, where a value that is no object becomes this text.
///
/// A derived `Deserialize` refuses a whole object for one value of another type, and with `flatten` it copies all values.
macro_rules! object {
    (
        $(#[$attr:meta])*
        pub struct $name:ident $(($text:ident))? {
            $($(#[$doc:meta])* $field:ident: $type:ty = $key:literal,)*
        }
    ) => {
        $(#[$attr])*
        #[derive(Clone, Debug, Default, PartialEq)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
            /// Further keys, and values of another type than the contract's.
            pub extra: serde_json::Map<String, serde_json::Value>,
        }

        impl From<serde_json::Map<String, serde_json::Value>> for $name {
            fn from(mut object: serde_json::Map<String, serde_json::Value>) -> Self {
                $(let $field = $crate::object::take(&mut object, $key);)*
                Self { $($field,)* extra: object }
            }
        }

        impl $crate::object::Field for $name {
            fn read(json: serde_json::Value) -> Result<Self, serde_json::Value> {
                match json {
                    serde_json::Value::Object(object) => Ok(object.into()),
                    other => Err(other),
                }
            }
        }

        $(impl $crate::object::Entry for $name {
            fn entry(json: serde_json::Value) -> Self {
                use $crate::object::{Entry, Field};

                Self::read(json)
                    .unwrap_or_else(|other| Self { $text: Entry::entry(other), ..Self::default() })
            }
        })?

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serde_json::Map::deserialize(deserializer).map(Self::from)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap;

                let mut object = serializer.serialize_map(None)?;
                $(if !$crate::object::Field::is_absent(&self.$field) {
                    object.serialize_entry($key, &self.$field)?;
                })*
                self.extra.iter().try_for_each(|(key, json)| object.serialize_entry(key, json))?;
                object.end()
            }
        }
    };
}
pub(crate) use object;

/// An entry of a list. One odd entry must not lose the others, so every value becomes one.
pub(crate) trait Entry {
    fn entry(json: Value) -> Self;
}

impl Entry for String {
    fn entry(json: Value) -> Self {
        match json {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }
}

impl Entry for Option<String> {
    fn entry(json: Value) -> Self {
        Some(Entry::entry(json))
    }
}

/// An optional value stays in `extra` if it is of another type.
impl<T: Field> Field for Option<T> {
    fn read(json: Value) -> Result<Self, Value> {
        T::read(json).map(Some)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// A text that is always written has no second place in `extra`, so any other value becomes its JSON.
impl Field for String {
    fn read(json: Value) -> Result<Self, Value> {
        match json {
            Value::String(text) => Ok(text),
            other => Err(other),
        }
    }

    fn convert(json: Value) -> Result<Self, Value> {
        Ok(Entry::entry(json))
    }
}

impl Field for bool {
    fn read(json: Value) -> Result<Self, Value> {
        json.as_bool().ok_or(json)
    }
}

/// A fraction is rounded up.
impl Field for u64 {
    fn read(json: Value) -> Result<Self, Value> {
        json.as_u64().or_else(|| rounded_up(json.as_f64()?)).ok_or(json)
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in the range")]
fn rounded_up(number: f64) -> Option<u64> {
    /// The first power of two that is too large.
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;

    (0.0..LIMIT).contains(&number).then(|| number.ceil() as u64)
}

/// An HTTP status.
impl Field for u16 {
    fn read(json: Value) -> Result<Self, Value> {
        json.as_u64().and_then(|status| status.try_into().ok()).ok_or(json)
    }
}

impl Field for Number {
    fn read(json: Value) -> Result<Self, Value> {
        match json {
            Value::Number(number) => Ok(number),
            other => Err(other),
        }
    }
}

impl Field for Value {
    fn read(json: Value) -> Result<Self, Value> {
        Ok(json)
    }

    fn is_absent(&self) -> bool {
        self.is_null()
    }
}

impl Field for Entries {
    fn read(json: Value) -> Result<Self, Value> {
        match json {
            Value::Object(entries) => Ok(entries),
            other => Err(other),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

/// A single text is a list of one.
impl<T: Entry + Serialize> Field for Vec<T> {
    fn read(json: Value) -> Result<Self, Value> {
        match json {
            Value::Array(items) => Ok(items.into_iter().map(T::entry).collect()),
            text @ Value::String(_) => Ok(vec![T::entry(text)]),
            other => Err(other),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

impl Field for BTreeMap<String, String> {
    fn read(json: Value) -> Result<Self, Value> {
        let texts = |(key, json)| (key, Entry::entry(json));
        Entries::read(json).map(|entries| entries.into_iter().map(texts).collect())
    }

    fn is_absent(&self) -> bool {
        self.is_empty()
    }
}

/// A number can also be an id.
impl Field for RequestId {
    fn read(json: Value) -> Result<Self, Value> {
        match json {
            Value::String(id) => Ok(Self::new(id)),
            Value::Number(id) => Ok(Self::new(id.to_string())),
            other => Err(other),
        }
    }
}

impl Field for WarningCode {
    fn read(json: Value) -> Result<Self, Value> {
        String::read(json).map(Self::from)
    }
}

/// The words of a contract. An unknown word counts as a value of another type.
macro_rules! words {
    ($($words:ty),*) => {$(
        impl Field for $words {
            fn read(json: Value) -> Result<Self, Value> {
                json.as_str().and_then(|word| word.parse().ok()).ok_or(json)
            }
        }
    )*};
}

words!(ContentFidelity, Health, Host, Severity, Tier);

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn numbers_are_rounded_up() {
        for (value, expected) in [
            (json!(0), Some(0)),
            (json!(u64::MAX), Some(u64::MAX)),
            (json!(1.5), Some(2)),
            (json!(2.0), Some(2)),
            (json!(0.001), Some(1)),
            (json!(1e19), Some(10_000_000_000_000_000_000)),
            (json!(1e20), None),
            (json!(-1), None),
            (json!(-0.5), None),
            (json!("1"), None),
        ] {
            assert_eq!(u64::read(value.clone()).ok(), expected, "{value}");
        }
    }

    #[test]
    fn an_odd_entry_does_not_lose_the_others() {
        let read = |value: Value| Vec::<String>::read(value).ok();
        assert_eq!(read(json!(["a", 1, {"b": null}])).unwrap(), ["a", "1", r#"{"b":null}"#]);
        assert_eq!(read(json!("a")).unwrap(), ["a"]);
        assert_eq!(read(json!(1)), None);
    }
}
