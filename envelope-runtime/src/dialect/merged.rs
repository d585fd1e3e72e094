//! An object that is filled from several sources, in which the first value of a key wins.

use serde::Serialize;
use serde::ser::SerializeMap;

use crate::Fields;

/// Writes entries to a map, each key once.
pub(super) struct Merged<'a, M> {
    map: M,
    written: Vec<&'a str>,
}

impl<'a, M: SerializeMap> Merged<'a, M> {
    pub(super) fn new(map: M) -> Self {
        Self { map, written: Vec::new() }
    }

    /// Keeps a key for the contract, whether it is written or not.
    pub(super) fn reserve(&mut self, key: &'a str) {
        self.written.push(key);
    }

    pub(super) fn entry(&mut self, key: &'a str, value: &impl Serialize) -> Result<(), M::Error> {
        if self.written.contains(&key) {
            return Ok(());
        }
        self.written.push(key);
        self.map.serialize_entry(key, value)
    }

    pub(super) fn entry_if(
        &mut self,
        key: &'a str,
        value: Option<impl Serialize>,
    ) -> Result<(), M::Error> {
        value.map_or(Ok(()), |value| self.entry(key, &value))
    }

    pub(super) fn fields(&mut self, fields: Fields<'a>) -> Result<(), M::Error> {
        fields.iter().try_for_each(|(key, value)| self.entry(key, &value))
    }

    pub(super) fn end(self) -> Result<M::Ok, M::Error> {
        self.map.end()
    }
}
