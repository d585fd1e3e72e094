//! An object that is taken apart: what is required, what is optional, and what is left.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::error::{ReadError, pointer_to};
use super::lenient::Lenient;
use crate::error::{Slot, ToolFailure};
use crate::json::Document;
use crate::metadata::RateLimit;

/// The entries of an object that are not taken yet.
#[derive(Clone, Debug)]
pub(crate) struct Parts<'de> {
    pointer: Cow<'static, str>,
    document: Document<'de>,
}

impl<'de> Parts<'de> {
    /// The parts of an envelope.
    pub(crate) fn of_envelope(document: Document<'de>) -> Result<Self, ReadError> {
        Self::at("", document)
    }

    fn at(
        pointer: impl Into<Cow<'static, str>>,
        document: Document<'de>,
    ) -> Result<Self, ReadError> {
        match Self::of(document) {
            Ok(parts) => Ok(Self { pointer: pointer.into(), ..parts }),
            Err(other) => Err(ReadError::expected(pointer.into(), "an object", Some(&other))),
        }
    }

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

    /// The text of a key.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.get(key)?.as_str()
    }

    /// Takes what a key has. `None` if it is absent.
    pub(crate) fn take_any(&mut self, key: &str) -> Option<Document<'de>> {
        self.document.take(key)
    }

    /// Takes an optional value. Null is absent, and a value of another kind stays.
    pub(crate) fn take<T: Lenient>(&mut self, key: &'static str) -> Option<T> {
        let value = self.document.take(key).filter(|value| !value.is_null())?;
        T::read(value).map_err(|other| self.document.insert(key, other)).ok()
    }

    /// Takes an optional list or object. What is absent is empty.
    pub(crate) fn take_or_default<T: Lenient + Default>(&mut self, key: &'static str) -> T {
        self.take(key).unwrap_or_default()
    }

    /// Takes a list of words, all of which have to be known ones.
    pub(crate) fn take_words<T: Lenient>(&mut self, key: &'static str) -> Vec<T> {
        let Some(Document::Array(words)) = self.get(key) else { return Vec::new() };
        let words: Vec<_> = words.iter().filter_map(|word| T::read(word.clone()).ok()).collect();
        if matches!(self.get(key), Some(Document::Array(all)) if all.len() == words.len()) {
            self.document.take(key);
            return words;
        }
        Vec::new()
    }

    /// Takes a value that the contract requires.
    pub(crate) fn require<T: Lenient>(&mut self, key: &str) -> Result<T, ReadError> {
        match self.document.take(key).map(T::read) {
            Some(Ok(value)) => Ok(value),
            Some(Err(other)) => Err(self.unexpected(key, T::EXPECTED, Some(&other))),
            None => Err(self.unexpected(key, T::EXPECTED, None)),
        }
    }

    /// Takes an object that the contract requires.
    pub(crate) fn require_parts(&mut self, key: &str) -> Result<Self, ReadError> {
        let pointer = pointer_to(&self.pointer, key);
        match self.document.take(key) {
            Some(value) => Self::at(pointer, value),
            None => Err(ReadError::expected(pointer, "an object", None)),
        }
    }

    /// Takes an object that is optional: null is absent.
    pub(crate) fn optional_parts(&mut self, key: &str) -> Result<Option<Self>, ReadError> {
        let pointer = pointer_to(&self.pointer, key);
        match self.document.take(key) {
            None | Some(Document::Null) => Ok(None),
            Some(value) => Self::at(pointer, value).map(Some),
        }
    }

    /// The error that a key is not as the contract requires.
    pub(crate) fn unexpected(
        &self,
        key: &str,
        expected: &str,
        found: Option<&Document<'_>>,
    ) -> ReadError {
        ReadError::expected(pointer_to(&self.pointer, key), expected, found)
    }

    pub(crate) fn as_document(&self) -> &Document<'de> {
        &self.document
    }

    /// What is left, as a document.
    pub(crate) fn into_document(self) -> Document<'de> {
        self.document
    }

    /// What is left.
    pub(crate) fn into_extra(self) -> Map<String, Value> {
        match self.document.into_value() {
            Value::Object(extra) => extra,
            _ => Map::new(),
        }
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

/// The facts about a failure.
impl Parts<'_> {
    /// Takes the remediation, the rate limit and the telemetry that are among the facts, in contracts without another place for
    /// them.
    pub(crate) fn take_beside_details(&mut self, mut failure: ToolFailure) -> ToolFailure {
        if let Some(remediation) = self.take::<String>("remediation") {
            failure = failure.remediation(remediation);
        }
        self.take_measurements(failure)
    }

    /// Takes the rate limit and the telemetry, without the duration, which is that of the other call.
    pub(crate) fn take_measurements(&mut self, mut failure: ToolFailure) -> ToolFailure {
        if let Some(state) = self.take::<RateLimit>("rate_limit") {
            failure = failure.rate_limit(state);
        }
        match self.take_any("telemetry").map(Parts::of) {
            None | Some(Err(Document::Null)) => failure,
            Some(Ok(mut telemetry)) => {
                telemetry.take_any("duration_ms");
                failure.with_entries(Slot::Telemetry, telemetry.entries())
            }
            Some(Err(other)) => failure.telemetry("telemetry", other),
        }
    }

    /// Takes the object of facts that is under a key, and the path that is one of them.
    pub(crate) fn take_details(&mut self, key: &'static str, failure: ToolFailure) -> ToolFailure {
        match self.take_any(key).map(Parts::of) {
            None | Some(Err(Document::Null)) => failure,
            Some(Ok(details)) => details.into_details(failure),
            Some(Err(other)) => failure.detail(key, other),
        }
    }

    /// The failure with what is left as its facts, of which `path` is the path.
    pub(crate) fn into_details(mut self, failure: ToolFailure) -> ToolFailure {
        let failure = match self.take_any("path") {
            None => failure,
            Some(Document::Null) => failure.path(None::<String>),
            Some(Document::String(path)) => failure.path(path),
            Some(other) => failure.detail("path", other),
        };
        failure.with_entries(Slot::Details, self.entries())
    }
}
