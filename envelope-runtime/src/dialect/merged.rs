//! An object that is filled from several sources, in which each key stands once and nothing is lost.

use std::borrow::Cow;

use serde::Serialize;
use serde::ser::SerializeMap;

use crate::error::cut;
use crate::{ErrorReport, Fields};

/// Writes entries to a map. The first value of a key has it.
pub(super) struct Merged<'a, M> {
    map: M,
    written: Vec<Cow<'a, str>>,
    limit: usize,
}

impl<'a, M: SerializeMap> Merged<'a, M> {
    pub(super) fn new(map: M) -> Self {
        Self { map, written: Vec::new(), limit: usize::MAX }
    }

    /// Cuts keys, and what stands beside the details, after so many letters.
    pub(super) fn cut(self, letters: usize) -> Self {
        Self { limit: letters, ..self }
    }

    /// Keeps a key for the contract, whether it is written or not.
    pub(super) fn reserve(&mut self, key: &'static str) {
        self.written.push(key.into());
    }

    /// Writes a key of the contract's.
    pub(super) fn entry(
        &mut self,
        key: &'static str,
        value: &impl Serialize,
    ) -> Result<(), M::Error> {
        self.reserve(key);
        self.map.serialize_entry(key, value)
    }

    pub(super) fn entry_if(
        &mut self,
        key: &'static str,
        value: Option<impl Serialize>,
    ) -> Result<(), M::Error> {
        match value {
            Some(value) => self.entry(key, &value),
            None => Ok(()),
        }
    }

    /// Writes what of an error stands beside its details where a contract has no other place for it.
    pub(super) fn beside_details(&mut self, report: &ErrorReport) -> Result<(), M::Error> {
        let letters = self.limit;
        self.entry_if("remediation", report.remediation().map(|text| cut(text, letters)))?;
        self.entry_if("rate_limit", report.rate_limit_cut(letters))?;
        if !report.telemetry().is_empty() {
            self.entry("telemetry", &report.telemetry().cut(letters))?;
        }
        Ok(())
    }

    /// Writes an author's keys. One that is taken is written with its kind before it: `data_message`.
    pub(super) fn fields(&mut self, kind: &str, fields: Fields<'a>) -> Result<(), M::Error> {
        for (key, value) in fields.iter() {
            let mut key = cut(key, self.limit);
            while self.written.contains(&key) {
                key = format!("{kind}_{key}").into();
            }
            self.map.serialize_entry(&key, &value)?;
            self.written.push(key);
        }
        Ok(())
    }

    pub(super) fn end(self) -> Result<M::Ok, M::Error> {
        self.map.end()
    }
}
