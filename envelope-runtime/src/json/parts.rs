//! An object that is taken apart: the keys that are taken, and the keys that are left.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::document::Document;
use super::lenient::Lenient;
use super::map::JsonMap;

/// The entries of an object that are not taken yet.
#[derive(Clone, Debug)]
pub(crate) struct Parts<'de> {
    pub(crate) pointer: Cow<'static, str>,
    document: Document<'de>,
}

impl<'de> Parts<'de> {
    /// The parts of an object, or the document as it was.
    pub(crate) fn of(document: Document<'de>) -> Result<Self, Document<'de>> {
        match document {
            Document::Object(_) => Ok(Self { pointer: Cow::Borrowed(""), document }),
            other => Err(other),
        }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Document<'de>> {
        self.document.get(key)
    }

    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut Document<'de>> {
        self.document.get_mut(key)
    }

    /// The text of a key.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    /// Takes the value of a key. `None` if it is absent.
    pub(crate) fn take_any(&mut self, key: &str) -> Option<Document<'de>> {
        self.document.take(key)
    }

    /// Takes an optional value. Null is absent, and a value of another kind stays.
    pub(crate) fn take<T: Lenient>(&mut self, key: &'static str) -> Option<T> {
        let value = self.document.take(key).filter(|value| !value.is_null())?;
        T::read(value).map_err(|other| self.document.insert(key, other)).ok()
    }

    /// Takes a text, a list or an object. An absent value is empty, and a value that is no text becomes its JSON: the key is written again,
    /// so the value cannot stay under it as well.
    pub(crate) fn take_or_default<T: Lenient + Default>(&mut self, key: &'static str) -> T {
        let value = self.take_any(key).filter(|value| !value.is_null());
        let read = value.map(|value| T::read(value).or_else(T::read_odd));
        read.and_then(|read| read.map_err(|other| self.document.insert(key, other)).ok())
            .unwrap_or_default()
    }

    pub(crate) fn as_document(&self) -> &Document<'de> {
        &self.document
    }

    /// The rest, as a document.
    pub(crate) fn into_document(self) -> Document<'de> {
        self.document
    }

    /// The rest.
    pub(crate) fn into_extra(self) -> Map<String, Value> {
        match self.document.into_value() {
            Value::Object(extra) => extra,
            _ => Map::new(),
        }
    }

    /// The rest, in little memory.
    pub(crate) fn into_json_map(self) -> JsonMap {
        JsonMap::read(&self.document)
    }

    /// The entries that are left, with a key as often as it is there.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&str, &Document<'de>)> {
        let entries = match &self.document {
            Document::Object(entries) => entries.as_slice(),
            _ => &[],
        };
        entries.iter().map(|(key, value)| (&**key, value))
    }
}
