//! The parts of an envelope that its contract requires, and the facts about a failure.

use std::borrow::Cow;

use super::error::{ReadError, pointer_to};
use crate::error::{Slot, ToolFailure};
use crate::json::{Document, Lenient, Parts};
use crate::metadata::RateLimit;

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
            Ok(mut parts) => {
                parts.pointer = pointer.into();
                Ok(parts)
            }
            Err(other) => Err(ReadError::expected(pointer.into(), "an object", Some(&other))),
        }
    }

    /// Takes a value that the contract requires.
    pub(crate) fn require<T: Lenient>(&mut self, key: &str) -> Result<T, ReadError> {
        match self.take_any(key).map(T::read) {
            Some(Ok(value)) => Ok(value),
            Some(Err(other)) => Err(self.unexpected(key, T::EXPECTED, Some(&other))),
            None => Err(self.unexpected(key, T::EXPECTED, None)),
        }
    }

    /// Takes an object that the contract requires.
    pub(crate) fn require_parts(&mut self, key: &str) -> Result<Self, ReadError> {
        let pointer = pointer_to(&self.pointer, key);
        match self.take_any(key) {
            Some(value) => Self::at(pointer, value),
            None => Err(ReadError::expected(pointer, "an object", None)),
        }
    }

    /// Takes an object that is optional: null is absent.
    pub(crate) fn optional_parts(&mut self, key: &str) -> Result<Option<Self>, ReadError> {
        let pointer = pointer_to(&self.pointer, key);
        match self.take_any(key) {
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
}

/// The facts about a failure.
impl Parts<'_> {
    /// Takes the remediation, the rate limit and the telemetry that are among the facts, in contracts without another key for
    /// them.
    pub(crate) fn take_beside_details(&mut self, mut failure: ToolFailure) -> ToolFailure {
        if let Some(remediation) = self.take::<String>("remediation") {
            failure = failure.remediation(remediation);
        }
        self.take_measurements(failure)
    }

    /// Takes the rate limit and the telemetry, without the duration, which belongs to the other call.
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

    /// Takes the object of facts that is under a key, and the path among them.
    pub(crate) fn take_details(&mut self, key: &'static str, failure: ToolFailure) -> ToolFailure {
        match self.take_any(key).map(Parts::of) {
            None | Some(Err(Document::Null)) => failure,
            Some(Ok(details)) => details.into_details(failure),
            Some(Err(other)) => failure.detail(key, other),
        }
    }

    /// The failure with the rest as its facts, of which `path` is the path.
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
