//! The keys of an object that are known: to its schemas, and to serde, which hands over the names of fields with their aliases.

use std::collections::BTreeSet;

use crate::shape::{Link, Properties, Shape};
use crate::stop::Names;

/// The keys of an object that are known: to its schemas, and to serde, which handed over the names of its fields.
#[derive(Clone, Default)]
pub(crate) struct Known {
    pub(crate) properties: Vec<&'static Properties>,
    pub(crate) fields: Option<Names>,
    /// Whether further keys are part of the data.
    pub(crate) is_open: bool,
    /// Whether further keys are rejected.
    pub(crate) is_closed: bool,
}

impl Known {
    /// Adds the keys that a schema knows, and the names that serde has for it.
    pub(crate) fn add(&mut self, shape: &'static Shape, fields: Option<Names>) {
        self.add_properties(shape);
        self.fields = self.fields.or(fields);
        self.is_closed |= shape.is_closed;
        self.is_open |= shape.is_open;
    }

    pub(crate) fn add_properties(&mut self, shape: &'static Shape) {
        self.properties.extend(Some(&shape.properties).filter(|properties| !properties.is_empty()));
    }

    /// The schema of a key.
    pub(crate) fn link(&self, key: &str) -> Option<Link> {
        self.properties.iter().find_map(|properties| properties.get(key)).copied()
    }

    /// The keys that the schemas know, in their order.
    pub(crate) fn names(&self) -> BTreeSet<&'static str> {
        self.properties.iter().flat_map(|properties| properties.keys().copied()).collect()
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.link(key).is_some() || self.fields.is_some_and(|fields| fields.contains(&key))
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
