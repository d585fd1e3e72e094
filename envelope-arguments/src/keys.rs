//! Keys of objects that nothing knows.

use serde_json::{Map, Value};

use crate::describe::{is_null, resolved};
use crate::nearest::{Reach, nearest_within};
use crate::place::Spot;
use crate::problems::{Problem, ProblemKind};
use crate::stop::Names;
use crate::walk::{Suspect, Walk, parts};
use crate::words::any_of;

/// The largest number of unknown keys of one object that are named.
pub(crate) const MAX_UNKNOWN: usize = 32;

/// The keys of an object that are known: to its schemas, and to serde, which handed over the names of its fields.
#[derive(Clone, Default)]
pub(crate) struct Known<'s> {
    names: Vec<&'s str>,
    fields: Option<Names>,
    /// Whether further keys are part of the data.
    pub(crate) is_open: bool,
    /// Whether further keys are rejected.
    is_closed: bool,
}

impl<'s> Known<'s> {
    /// Adds the keys that a schema knows, and the names that serde has for it.
    pub(crate) fn add(&mut self, schema: &'s Value, fields: Option<Names>) {
        self.add_properties(schema);
        self.fields = self.fields.or(fields);
        for key in ["additionalProperties", "unevaluatedProperties"] {
            match schema.get(key) {
                Some(Value::Bool(false)) => self.is_closed = true,
                Some(_) => self.is_open = true,
                None => {}
            }
        }
        self.is_open |= schema.get("patternProperties").is_some();
    }

    pub(crate) fn add_properties(&mut self, schema: &'s Value) {
        let properties = schema.get("properties").and_then(Value::as_object);
        self.names.extend(properties.into_iter().flatten().map(|(name, _)| name.as_str()));
    }

    fn has(&self, key: &str) -> bool {
        self.names.contains(&key) || self.fields.is_some_and(|fields| fields.contains(&key))
    }
}

impl Walk<'_> {
    /// The keys of an object that nothing knows.
    pub(crate) fn keys(&mut self, object: &Map<String, Value>, at: Spot<'_>) {
        let known = std::mem::take(&mut self.known);
        if known.names.is_empty() && !known.is_closed {
            return;
        }
        let (mut unknown, mut has_aliases) = (Vec::new(), false);
        for (key, value) in object {
            if !self.spend(1 + known.names.len() / 8) {
                return;
            }
            if known.has(key) {
                continue;
            }
            let address = std::ptr::from_ref(value);
            let is_ignored = self.seen.ignored.contains_key(&address);
            let is_kept = self.seen.buffered.contains(&address);
            // Of arguments that serde accepts, it has read all keys but these.
            if self.stopped.is_none() && !is_ignored && !is_kept {
                continue;
            }
            let is_sure = is_ignored || known.is_closed || known.fields.is_some();
            if known.is_open {
                // Where further keys are data, serde keeps them, and reads an alias at once.
                has_aliases |= !is_sure && !is_kept;
            } else if unknown.len() <= MAX_UNKNOWN {
                unknown.push((key.as_str(), value, is_sure));
            }
        }
        if unknown.is_empty() && !has_aliases {
            return;
        }
        let absent = known.names.iter().copied().filter(|name| !object.contains_key(*name));
        let absent: Vec<&str> = absent.collect();
        if unknown.len() > MAX_UNKNOWN {
            if unknown.iter().any(|(.., is_sure)| *is_sure) {
                let many = Problem::many_unknown(at.place, MAX_UNKNOWN);
                self.push(many.expected(any_of(absent.iter().copied())));
            }
            let near = |key| nearest_within(key, absent.iter().copied(), Reach::Near, &self.work);
            unknown.retain(|(key, ..)| near(key).is_some());
        }
        let missing: Vec<&str> = absent
            .iter()
            .copied()
            .filter(|name| self.is_missing(&at.place.path_of(name)))
            .collect();
        for (key, value, is_sure) in unknown {
            let reach = if self.stopped.is_some() && is_sure { Reach::Far } else { Reach::Near };
            let near = nearest_within(key, missing.iter().copied(), Reach::Far, &self.work)
                .or_else(|| nearest_within(key, absent.iter().copied(), reach, &self.work));
            let problem = Problem::unknown(&at.place.path(), key);
            let Some((name, is_same)) = near else {
                if is_sure {
                    self.push(problem.expected(any_of(absent.iter().copied())));
                }
                has_aliases |= !is_sure;
                continue;
            };
            // The missing key is there under a misspelt name.
            self.take_missing(&[at.place.path_of(name)]);
            if !is_sure {
                let (field, name) = (problem.field.clone(), name.to_owned());
                self.found.suspects.push(Suspect { value, field, name, is_same });
            }
            self.push(problem.did_you_mean(Some(name)));
        }
        if has_aliases {
            // One of them can be the missing key.
            let paths: Vec<_> = known.names.iter().map(|name| at.place.path_of(name)).collect();
            let perhaps = self.take_missing(&paths);
            self.found.perhaps.extend(perhaps);
        }
    }

    fn is_missing(&self, path: &str) -> bool {
        let is_it = |other: &Problem| other.kind == ProblemKind::Missing && other.field == path;
        self.found.problems.iter().any(is_it)
    }

    /// Takes back that keys are missing.
    fn take_missing(&mut self, paths: &[String]) -> Vec<Problem> {
        let is_it = |problem: &mut Problem| {
            problem.kind == ProblemKind::Missing && paths.contains(&problem.field)
        };
        self.found.problems.extract_if(.., is_it).collect()
    }
}

/// Whether a quick look finds every key in the schema, as for most calls. It allocates nothing.
pub(crate) fn are_known(root: &Value, schema: &Value, value: &Value) -> bool {
    let schema = only(root, schema);
    match value {
        _ if *schema == Value::Bool(true) => true,
        Value::Array(items) => match schema.get("items") {
            Some(schema) => items.iter().all(|item| are_known(root, schema, item)),
            None => items.is_empty(),
        },
        Value::Object(object) => {
            let own = schema.get("properties").and_then(Value::as_object);
            let variant = tagged(root, schema, object);
            let variant = variant.and_then(|variant| variant.get("properties")?.as_object());
            let others = schema.get("additionalProperties");
            let others = others.filter(|others| **others != Value::Bool(false));
            object.iter().all(|(key, value)| {
                let schema = own.and_then(|own| own.get(key));
                let schema = schema.or_else(|| variant?.get(key)).or(others);
                schema.is_some_and(|schema| are_known(root, schema, value))
            })
        }
        _ => true,
    }
}

/// The schema of the variant whose tag an object has.
fn tagged<'s>(
    root: &'s Value,
    schema: &'s Value,
    object: &Map<String, Value>,
) -> Option<&'s Value> {
    parts(schema, "oneOf").iter().map(|variant| resolved(root, variant)).find(|variant| {
        let properties = variant.get("properties").and_then(Value::as_object);
        properties.into_iter().flatten().any(|(key, schema)| {
            schema.get("const").is_some_and(|word| object.get(key) == Some(word))
        })
    })
}

/// The schema, or its only one besides that of `null`, as of an `Option`.
fn only<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let schema = resolved(root, schema);
    match parts(schema, "anyOf") {
        [only, null] | [null, only] if is_null(null) => resolved(root, only),
        _ => schema,
    }
}
