//! Extra keys in the contracts' metadata objects.

use serde_json::{Map, Value};

/// Adds a key, unless the contract reserves it.
pub(crate) fn insert_extra(
    extra: &mut Map<String, Value>,
    reserved: &[&str],
    key: impl Into<String>,
    value: impl Into<Value>,
) {
    let key = key.into();
    if !reserved.contains(&key.as_str()) {
        extra.insert(key, value.into());
    }
}
