//! Further keys of one's own in the contract's metadata objects.

use serde_json::{Map, Value};

/// Adds a key, unless it would shadow one of the contract's.
pub(crate) fn insert(
    further: &mut Map<String, Value>,
    reserved: &[&str],
    key: String,
    value: Value,
) {
    if !reserved.contains(&key.as_str()) {
        further.insert(key, value);
    }
}
