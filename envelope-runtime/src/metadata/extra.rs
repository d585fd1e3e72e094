//! Extra keys in the contracts' metadata objects.

use serde_json::Value;

use super::JsonMap;

/// Adds a key, unless the contract defines it.
pub(crate) fn insert_extra(
    extra: &mut JsonMap,
    is_reserved: impl Fn(&str) -> bool,
    key: impl Into<String>,
    value: impl Into<Value>,
) {
    let key = key.into();
    if !is_reserved(&key) {
        extra.insert(key, value.into());
    }
}
