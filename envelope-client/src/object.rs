//! Reads objects key by key: a value of an unexpected type stays among the unknown keys.

use std::str::FromStr;

use envelope_runtime::dotbot::{Health, Host};
use envelope_runtime::response_v2::ContentFidelity;
use envelope_runtime::{RequestId, Severity, Tier, WarningCode};
use serde_json::{Map, Number, Value};

/// The entries of a JSON object.
pub(crate) type Entries = Map<String, Value>;

/// A type that a key of a contract can have.
pub(crate) trait Field: Sized {
    /// Returns the value, or the unchanged JSON if it has another type.
    fn read(json: Value) -> Result<Self, Value>;

    /// Converts JSON of another type, for texts and for entries of lists.
    fn convert(json: Value) -> Result<Self, Value> {
        Err(json)
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

/// Declares an object of a contract: a struct with a public field for each key, and all other entries in `extra`. With the name of a text
/// field in parentheses, a list of the struct converts an entry that is no object to a struct with this text.
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
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[$doc])*
                #[serde(rename = $key, skip_serializing_if = "crate::object::is_default")]
                pub $field: $type,
            )*
            /// Further keys, and values of another type than the contract's.
            #[serde(flatten)]
            pub extra: serde_json::Map<String, serde_json::Value>,
        }

        impl $name {
            pub(crate) fn from_entries(mut object: $crate::object::Entries) -> Self {
                $(let $field = $crate::object::take(&mut object, $key);)*
                Self { $($field,)* extra: object }
            }
        }

        impl $crate::object::Field for $name {
            fn read(json: serde_json::Value) -> Result<Self, serde_json::Value> {
                $crate::object::Entries::read(json).map(Self::from_entries)
            }

            $(fn convert(json: serde_json::Value) -> Result<Self, serde_json::Value> {
                Ok(Self { $text: $crate::object::into_text(json).into(), ..Self::default() })
            })?
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serde_json::Map::deserialize(deserializer).map(Self::from_entries)
            }
        }
    };
}
pub(crate) use object;

/// Whether a key is left out, since it has no value.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A string, or the JSON of another value.
pub(crate) fn into_text(json: Value) -> String {
    match json {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// An optional value stays in `extra` if it is of another type.
impl<T: Field> Field for Option<T> {
    fn read(json: Value) -> Result<Self, Value> {
        T::read(json).map(Some)
    }
}

/// A required text does not stay in `extra`: any other value becomes its JSON as text.
impl Field for String {
    fn read(json: Value) -> Result<Self, Value> {
        match json {
            Value::String(text) => Ok(text),
            other => Err(other),
        }
    }

    fn convert(json: Value) -> Result<Self, Value> {
        Ok(into_text(json))
    }
}

/// Implements [`Field`] for types that are read from a reference.
macro_rules! fields {
    ($($type:ty: $read:expr;)*) => {$(
        impl Field for $type {
            fn read(json: Value) -> Result<Self, Value> {
                let read: fn(&Value) -> Option<Self> = $read;
                read(&json).ok_or(json)
            }
        }
    )*};
}

fields! {
    bool: Value::as_bool;
    u16: |json| json.as_u64()?.try_into().ok();
    u64: count;
    Number: |json| json.as_number().cloned();
    RequestId: request_id;
    WarningCode: |json| Some(json.as_str()?.to_owned().into());
    ContentFidelity: word;
    Health: word;
    Host: word;
    Severity: word;
    Tier: word;
}

/// Reads a whole number. A fraction is rounded up.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in the range")]
fn count(json: &Value) -> Option<u64> {
    /// The first power of two that is too large.
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;

    let in_range = |number: &f64| (0.0..LIMIT).contains(number);
    let rounded_up = || json.as_f64().filter(in_range).map(|number| number.ceil() as u64);
    json.as_u64().or_else(rounded_up)
}

/// A number can also be an id.
fn request_id(json: &Value) -> Option<RequestId> {
    let number = || json.as_number().map(ToString::to_string);
    json.as_str().map(str::to_owned).or_else(number).map(RequestId::new)
}

/// A word of a contract. An unknown one counts as a value of another type.
fn word<T: FromStr>(json: &Value) -> Option<T> {
    json.as_str()?.parse().ok()
}

impl Field for Value {
    fn read(json: Value) -> Result<Self, Value> {
        Ok(json)
    }
}

impl Field for Entries {
    fn read(json: Value) -> Result<Self, Value> {
        match json {
            Value::Object(entries) => Ok(entries),
            other => Err(other),
        }
    }
}

/// Reads a single text as a list with one entry. An entry that is not a `T` does not affect the others.
impl<T: Field> Field for Vec<T> {
    fn read(json: Value) -> Result<Self, Value> {
        let items = match json {
            Value::Array(items) => items,
            text @ Value::String(_) => vec![text],
            other => return Err(other),
        };
        let entries = items.into_iter().map(|item| T::read(item).or_else(T::convert));
        Ok(entries.filter_map(Result::ok).collect())
    }
}

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
