//! Extra keys in the contracts' metadata objects.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::{Map, Value};

/// Adds a key, unless the contract defines it.
pub(crate) fn insert_extra(
    extra: &mut Map<String, Value>,
    is_reserved: impl Fn(&str) -> bool,
    key: impl Into<String>,
    value: impl Into<Value>,
) {
    let key = key.into();
    if !is_reserved(&key) {
        extra.insert(key, value.into());
    }
}

/// The further keys of what was read. It is small, since most have none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Extra(Option<Box<Map<String, Value>>>);

impl Extra {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn as_map(&self) -> &Map<String, Value> {
        static EMPTY: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

        self.0.as_deref().unwrap_or(&EMPTY)
    }
}

impl From<Map<String, Value>> for Extra {
    fn from(map: Map<String, Value>) -> Self {
        Self((!map.is_empty()).then(|| Box::new(map)))
    }
}
