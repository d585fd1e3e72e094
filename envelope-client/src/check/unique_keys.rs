//! The rule that an object has each key once, for every object of an envelope, the author's included.

use std::collections::HashSet;

use super::node::Node;
use super::report::{Report, must};
use super::violation::Rule;

pub(crate) const UNIQUE_KEYS: Rule =
    must("unique-keys", "an object has each key once", "RFC 8259, Objects");

/// Checks a value and all values inside. The JSON parser limits their depth.
pub(crate) fn unique_keys(value: &Node<'_>, report: &mut Report) {
    let mut keys = HashSet::new();
    for (key, value) in value.entries() {
        report.require(keys.insert(key), &UNIQUE_KEYS, &value);
        unique_keys(&value, report);
    }
    for item in value.items() {
        unique_keys(&item, report);
    }
}
