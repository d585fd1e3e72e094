//! The keys of an object that are known.

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
