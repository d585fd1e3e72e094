//! The keys of an object that are known: to its schemas, and to serde, which hands over the names of fields with their aliases.

use std::collections::BTreeMap;

use crate::shape::{Link, Shape};
use crate::stop::Names;

/// The keys of an object that are known: to its schemas, and to serde, which handed over the names of its fields.
#[derive(Clone, Default)]
pub(crate) struct Known {
    pub(crate) names: BTreeMap<&'static str, Link>,
    pub(crate) fields: Option<Names>,
    /// Whether further keys are part of the data.
    pub(crate) is_open: bool,
    /// Whether further keys are rejected.
    pub(crate) is_closed: bool,
}

impl Known {
    /// Adds the keys that a schema knows, and the names that serde has for it.
    pub(crate) fn add(&mut self, shape: &Shape, fields: Option<Names>) {
        self.names.extend(&shape.properties);
        self.fields = self.fields.or(fields);
        self.is_closed |= shape.is_closed;
        self.is_open |= shape.is_open;
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.names.contains_key(key) || self.fields.is_some_and(|fields| fields.contains(&key))
    }
}

/// Whether a key can be another name of a field. serde lists the names of each field next to each other, in their order, so an alias
/// belongs to the field before or after it.
pub(crate) fn stands_for(
    key: &str,
    name: &str,
    fields: Names,
    is_property: &dyn Fn(&str) -> bool,
) -> bool {
    let index = |name: &str| fields.iter().position(|field| *field == name);
    let (Some(key), Some(name)) = (index(key), index(name)) else { return false };
    let between = fields.get(key.min(name)..=key.max(name)).unwrap_or_default();
    // No other field is between them.
    let properties = between.iter().filter(|field| is_property(field)).count();
    between.is_sorted() && properties == 1
}
