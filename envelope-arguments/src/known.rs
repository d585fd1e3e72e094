//! The known keys of an object, from its schemas and from serde, which lists the names of fields with their aliases.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::shape::{Link, Properties, Shape};
use crate::stop::Names;

/// The known keys of an object, from its schemas and from serde.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) properties: Vec<&'static Properties>,
    required: Vec<&'static str>,
    pub(crate) fields: Option<Names>,
    /// Whether further keys are part of the data.
    pub(crate) is_open: bool,
    /// Whether further keys are rejected.
    pub(crate) is_closed: bool,
}

impl Known {
    /// Adds the keys of a schema, and the names that serde lists for the object.
    pub(crate) fn add(&mut self, shape: &'static Shape, fields: Option<Names>) {
        self.add_properties(shape);
        self.fields = self.fields.or(fields);
        self.is_closed |= shape.is_closed;
        self.is_open |= shape.is_open;
    }

    pub(crate) fn add_properties(&mut self, shape: &'static Shape) {
        self.properties.extend(Some(&shape.properties).filter(|properties| !properties.is_empty()));
    }

    pub(crate) fn require(&mut self, names: &[&'static str]) {
        for name in names {
            if !self.required.contains(name) {
                self.required.push(name);
            }
        }
    }

    /// Whether no schema has rules about keys.
    pub(crate) fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.required.is_empty() && !self.is_closed
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

    /// The required keys that an object lacks.
    pub(crate) fn missing(&self, object: &Map<String, Value>) -> Vec<&'static str> {
        let is_there = |name: &str| {
            object.contains_key(name) || object.keys().any(|key| self.stands_for(key, name))
        };
        self.required.iter().copied().filter(|name| !is_there(name)).collect()
    }

    /// The schema of the first property that an alias can stand for. Only serde knows the right one.
    pub(crate) fn aliased(&self, key: &str) -> Option<Link> {
        self.fields?;
        let mut properties = self.properties.iter().copied().flatten();
        properties.find(|(name, _)| self.stands_for(key, name)).map(|(_, link)| *link)
    }

    /// Whether a key can be an alias of a property. serde lists the names of each field next to each other, in their order, so an alias
    /// belongs to the field before or after it.
    fn stands_for(&self, key: &str, name: &str) -> bool {
        let fields = self.fields.unwrap_or_default();
        let index = |name: &str| fields.iter().position(|field| *field == name);
        let (Some(alias), Some(name)) = (index(key), index(name)) else { return false };
        let between = fields.get(alias.min(name)..=alias.max(name)).unwrap_or_default();
        // No other property is between the two names.
        let properties = between.iter().filter(|field| self.link(field).is_some()).count();
        self.link(key).is_none() && between.is_sorted() && properties == 1
    }
}
