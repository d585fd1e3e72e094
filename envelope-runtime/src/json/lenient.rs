//! Values that read leniently: a value that fits is taken, and any other stays in its place.

use std::collections::BTreeMap;

use serde_json::Number;

use super::document::Document;
use super::map::JsonMap;

/// A type that reads from a JSON value of several shapes.
pub(crate) trait Lenient: Sized {
    /// The kind of the value, for a message: `a string`.
    const EXPECTED: &'static str;

    /// The value, or the document as it was if it is something else.
    fn read(document: Document<'_>) -> Result<Self, Document<'_>>;

    /// The value of a document of another kind, for a key that has to have a value.
    fn read_odd(document: Document<'_>) -> Result<Self, Document<'_>> {
        Err(document)
    }
}

/// Implements `Deserialize` for types that read leniently.
macro_rules! deserialize_leniently {
    ($($type:ty),*) => {$(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::json::deserialize(deserializer)
            }
        }
    )*};
}
pub(crate) use deserialize_leniently;

/// What [`deserialize_leniently!`] does.
pub(crate) fn deserialize<'de, T: Lenient, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let document = <Document<'de> as serde::Deserialize>::deserialize(deserializer)?;
    T::read(document).map_err(|other| {
        let (expected, found) = (T::EXPECTED, other.kind());
        serde::de::Error::custom(format_args!("expected {expected}, found {found}"))
    })
}

/// The same for entries of lists, which every value becomes.
macro_rules! deserialize_entries {
    ($($type:ty),*) => {$(
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::json::Document::deserialize(deserializer).map($crate::json::Entry::entry)
            }
        }
    )*};
}
pub(crate) use deserialize_entries;

/// An optional value.
impl<T: Lenient> Lenient for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        T::read(document).map(Some)
    }
}

impl Lenient for String {
    const EXPECTED: &'static str = "a string";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        match document {
            Document::String(text) => Ok(text.into_owned()),
            other => Err(other),
        }
    }

    fn read_odd(document: Document<'_>) -> Result<Self, Document<'_>> {
        Ok(document.into_text())
    }
}

impl Lenient for Box<str> {
    const EXPECTED: &'static str = String::EXPECTED;

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        String::read(document).map(Into::into)
    }
}

impl Lenient for bool {
    const EXPECTED: &'static str = "true or false";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        match document {
            Document::Bool(value) => Ok(value),
            other => Err(other),
        }
    }
}

impl Lenient for Number {
    const EXPECTED: &'static str = "a number";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        match document {
            Document::Number(number) => Ok(number),
            other => Err(other),
        }
    }
}

/// A fraction is rounded up.
impl Lenient for u64 {
    const EXPECTED: &'static str = "a number that is not negative";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        let Document::Number(number) = &document else { return Err(document) };
        number.as_u64().or_else(|| rounded_up(number.as_f64()?)).ok_or(document)
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is in the range")]
fn rounded_up(number: f64) -> Option<u64> {
    /// The first power of two that is too large.
    const LIMIT: f64 = 18_446_744_073_709_551_616.0;

    (0.0..LIMIT).contains(&number).then(|| number.ceil() as u64)
}

impl Lenient for JsonMap {
    const EXPECTED: &'static str = "an object";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        match document {
            Document::Object(_) => Ok(Self::read(&document)),
            other => Err(other),
        }
    }
}

/// A list. A single value is a list of one.
impl<T: Entry> Lenient for Vec<T> {
    const EXPECTED: &'static str = "an array";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        match document {
            Document::Array(items) => Ok(items.into_iter().map(T::entry).collect()),
            text @ Document::String(_) => Ok(vec![T::entry(text)]),
            other => Err(other),
        }
    }
}

/// Texts by key. Any other value becomes its JSON.
impl Lenient for BTreeMap<String, String> {
    const EXPECTED: &'static str = "an object";

    fn read(document: Document<'_>) -> Result<Self, Document<'_>> {
        match document {
            Document::Object(entries) => {
                let texts = entries.into_iter().map(|(key, value)| (key.into(), value.into_text()));
                Ok(texts.collect())
            }
            other => Err(other),
        }
    }
}

/// A type that every JSON value becomes, as an entry of a list: an odd one must not lose the others.
pub(crate) trait Entry {
    fn entry(document: Document<'_>) -> Self;
}

/// Any other value becomes its JSON.
impl Entry for String {
    fn entry(document: Document<'_>) -> Self {
        document.into_text()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn number(value: Value) -> Option<u64> {
        u64::read(Document::from(value)).ok()
    }

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
            assert_eq!(number(value.clone()), expected, "{value}");
        }
    }

    #[test]
    fn an_odd_entry_does_not_lose_the_others() {
        let read = |value: Value| Vec::<String>::read(Document::from(value)).ok();
        assert_eq!(read(json!(["a", 1, {"b": null}])).unwrap(), ["a", "1", r#"{"b":null}"#]);
        assert_eq!(read(json!("a")).unwrap(), ["a"]);
        assert_eq!(read(json!(1)), None);
    }
}
