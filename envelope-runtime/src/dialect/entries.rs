//! Objects that are written entry by entry, and left out where they have none.

use std::fmt;

use serde::ser::{Error, Serialize, SerializeMap, Serializer};

/// The entries of an object.
pub(super) trait Entries {
    /// Writes them.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
}

/// An object with these entries.
pub(super) struct Object<T>(pub(super) T);

impl<T: Entries> Object<T> {
    /// The object, unless nothing would be written.
    pub(super) fn unless_empty(entries: T) -> Option<Self> {
        entries.write(&mut Probe).is_err().then_some(Self(entries))
    }
}

impl<T: Entries> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.write(&mut map)?;
        map.end()
    }
}

/// Finds out whether there is an entry: the first one is an error.
struct Probe;

#[derive(Debug)]
struct EntryFound;

impl fmt::Display for EntryFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an entry")
    }
}

impl std::error::Error for EntryFound {}

impl Error for EntryFound {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl SerializeMap for Probe {
    type Ok = ();
    type Error = EntryFound;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), EntryFound> {
        Err(EntryFound)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), EntryFound> {
        Err(EntryFound)
    }

    fn end(self) -> Result<(), EntryFound> {
        Ok(())
    }
}
