//! The objects in metadata.

use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

#[cfg(feature = "read")]
use super::{document::Document, read_object::ReadObject};

/// A JSON object in metadata, such as the facts about a warning. It dereferences to a [`serde_json::Map`].
///
/// An object that was read is kept as text and becomes a map when it is first dereferenced, since a map of one entry has some 600
/// bytes. A clone shares the object.
///
/// ```
/// use envelope_runtime::{Severity, Warning};
///
/// let warning = Warning::custom("INDEX_STALE", Severity::Info, "The index is old").context("days", 3);
/// assert_eq!(warning.context["days"], 3);
/// assert_eq!(warning.context.len(), 1);
/// ```
#[derive(Clone, Default)]
pub struct JsonMap(Option<Arc<Object>>);

/// An object with at least one entry.
#[derive(Clone)]
enum Object {
    Map(Map<String, Value>),
    #[cfg(feature = "read")]
    Read(ReadObject),
}

impl JsonMap {
    /// Whether there are no entries.
    //
    // Without it, the map's would be called, for which there has to be one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn insert(&mut self, key: String, value: Value) {
        let mut map = Map::from(std::mem::take(self));
        map.insert(key, value);
        *self = map.into();
    }
}

/// The value that was read.
#[cfg(feature = "read")]
impl JsonMap {
    /// An object that was read. Anything else is an empty one.
    pub(crate) fn read(document: &Document<'_>) -> Self {
        Self(ReadObject::new(document).map(|object| Arc::new(Object::Read(object))))
    }

    /// The object as it was read, without a map.
    pub(crate) fn to_document(&self) -> Document<'_> {
        match self.0.as_deref() {
            None => Document::Object(Vec::new()),
            Some(Object::Map(map)) => Document::from(Value::Object(map.clone())),
            Some(Object::Read(object)) => object.to_document(),
        }
    }

    /// The object without these keys.
    pub(crate) fn without(&self, keys: &[&str]) -> Self {
        let mut document = self.to_document();
        let taken = keys.iter().filter_map(|key| document.take(key)).count();
        if taken == 0 { self.clone() } else { Self::read(&document) }
    }
}

impl From<Map<String, Value>> for JsonMap {
    fn from(map: Map<String, Value>) -> Self {
        Self((!map.is_empty()).then(|| Arc::new(Object::Map(map))))
    }
}

impl From<JsonMap> for Map<String, Value> {
    fn from(JsonMap(object): JsonMap) -> Self {
        match object.map(Arc::unwrap_or_clone) {
            None => Self::new(),
            Some(Object::Map(map)) => map,
            #[cfg(feature = "read")]
            Some(Object::Read(object)) => object.into_map(),
        }
    }
}

impl Deref for JsonMap {
    type Target = Map<String, Value>;

    fn deref(&self) -> &Self::Target {
        static EMPTY: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

        match self.0.as_deref() {
            None => &EMPTY,
            Some(Object::Map(map)) => map,
            #[cfg(feature = "read")]
            Some(Object::Read(object)) => object.as_map(),
        }
    }
}

impl PartialEq for JsonMap {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl fmt::Debug for JsonMap {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Serialize for JsonMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.as_deref() {
            #[cfg(feature = "read")]
            Some(Object::Read(object)) => object.to_document().serialize(serializer),
            _ => (**self).serialize(serializer),
        }
    }
}
