//! Closes the objects of a published schema that accept no further keys.

use std::collections::{BTreeMap, BTreeSet};

use schemars::Schema;
use schemars::transform::{Transform, transform_subschemas};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::place::Address;
use crate::recorder::Reading;

/// The largest number of objects and lists around an object that is closed.
const MAX_STEPS: usize = 16;

/// Adds `"additionalProperties": false` to an object if serde lists its keys and the schema has all of them. An object with aliases stays
/// open, since schemas have no aliases. An object that serde buffers also stays open, since serde ignores further keys in it.
pub(crate) fn close<T: DeserializeOwned>(schema: &mut Schema) {
    let root = schema.as_value();
    let mut objects =
        Objects { root, has_all: has_all::<T>, closed: BTreeMap::new(), visited: BTreeSet::new() };
    objects.visit(root, Some(&[]));
    Closing(objects.closed).transform(schema);
}

/// The objects by their addresses, and whether each object is closed in all of its places.
struct Closing(BTreeMap<Address, bool>);

impl Transform for Closing {
    fn transform(&mut self, schema: &mut Schema) {
        let is_closed = self.0.get(&std::ptr::from_ref(schema.as_value())) == Some(&true);
        // Inner schemas come first, since a new keyword can move them.
        transform_subschemas(self, schema);
        if is_closed {
            let object = schema.ensure_object();
            object.entry("additionalProperties").or_insert(false.into());
        }
    }
}

/// The path from the arguments to an object within them: keys, and `None` for an item of a list.
type Path<'s> = [Option<&'s str>];

/// Whether serde knows only these keys of an object. `None` if serde does not list its keys. To ask, the function reads an object without
/// keys.
fn has_all<T: DeserializeOwned>(path: &Path<'_>, properties: &Map<String, Value>) -> Option<bool> {
    let arguments = path.iter().rev().fold(json!({}), |inner, step| match step {
        Some(key) => json!({*key: inner}),
        None => json!([inner]),
    });
    let reading = Reading { is_recording: true, ..Reading::default() };
    // Ignore the result: most objects need keys, but serde has listed them.
    let _ = reading.read::<T>(&arguments);
    let object = path.iter().try_fold(&arguments, |value, step| match step {
        Some(key) => value.get(key),
        None => value.get(0),
    })?;
    let seen = reading.seen.take();
    let names = seen.names.get(&std::ptr::from_ref(object))?;
    let is_property = |name: &&str| properties.contains_key(*name);
    Some(names.len() == properties.len() && names.iter().all(is_property))
}

struct Objects<'s> {
    root: &'s Value,
    has_all: fn(&Path<'_>, &Map<String, Value>) -> Option<bool>,
    closed: BTreeMap<Address, bool>,
    visited: BTreeSet<(Address, bool)>,
}

impl<'s> Objects<'s> {
    /// Visits a schema and its inner schemas. Without a path, nothing in the schema is closed.
    fn visit(&mut self, schema: &'s Value, path: Option<&Path<'s>>) {
        let Some(keywords) = schema.as_object() else { return };
        let mut path = path.filter(|path| path.len() <= MAX_STEPS);
        let properties = keywords.get("properties").and_then(Value::as_object);
        if let Some(properties) = properties.filter(|properties| !properties.is_empty()) {
            let has_all = path.and_then(|path| (self.has_all)(path, properties));
            *self.closed.entry(schema).or_insert(true) &= has_all == Some(true);
            // If serde does not list the keys, it buffers the contents of the object, too.
            path = path.filter(|_| has_all.is_some());
        }
        if !self.visited.insert((schema, path.is_some())) {
            return;
        }
        let with = |step| path.map(|path| [path, &[step]].concat());
        // A reference or an alternative beside `properties` lists only some keys of the object, so it stays open.
        let alone = path.filter(|_| properties.is_none());
        for (keyword, inner) in keywords {
            match (keyword.as_str(), inner) {
                ("properties", Value::Object(properties)) => {
                    for (key, schema) in properties {
                        self.visit(schema, with(Some(key)).as_deref());
                    }
                }
                ("additionalProperties", _) => self.visit(inner, with(Some("key")).as_deref()),
                ("items", _) => self.visit(inner, with(None).as_deref()),
                ("$ref", Value::String(target)) => {
                    if let Some(schema) = self.root.pointer(target.trim_start_matches('#')) {
                        self.visit(schema, alone);
                    }
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(forms)) => {
                    let path = alone.filter(|_| matches!(keyword.as_str(), "anyOf" | "oneOf"));
                    for form in forms {
                        self.visit(form, path);
                    }
                }
                _ => {}
            }
        }
    }
}
