//! The keys of an object that are known: to its schemas, and to serde, which hands over the names of fields with their aliases.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::shape::{Link, Properties, Shape};
use crate::stop::Names;

/// The keys of an object that are known: to its schemas, and to serde, which handed over the names of its fields.
#[derive(Clone, Default)]
pub(crate) struct Known {
    pub(crate) properties: Vec<&'static Properties>,
    /// The keys that cannot be left out, with an expectation if it is not the one of the schema.
    required: Vec<(&'static str, Option<String>)>,
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

    pub(crate) fn require(&mut self, name: &'static str, expected: Option<String>) {
        if self.required.iter().all(|(other, _)| *other != name) {
            self.required.push((name, expected));
        }
    }

    /// Whether no schema says anything about keys.
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
        self.link(key).is_some() || self.is_field(key)
    }

    fn is_field(&self, key: &str) -> bool {
        self.fields.is_some_and(|fields| fields.contains(&key))
    }

    /// The keys that an object lacks, with their expectations.
    pub(crate) fn missing(
        &self,
        object: &Map<String, Value>,
    ) -> Vec<(&'static str, Option<String>)> {
        let is_there = |name: &str| {
            object.contains_key(name) || object.keys().any(|key| self.stands_for(key, name))
        };
        let missing = self.required.iter().filter(|(name, _)| !is_there(name));
        missing.cloned().collect()
    }

    /// The schema of the property that an alias stands for. There can be two, of which serde knows the right one.
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
        // No other field is between them.
        let properties = between.iter().filter(|field| self.link(field).is_some()).count();
        self.link(key).is_none() && between.is_sorted() && properties == 1
    }
}
