//! Keys of objects that nothing knows.

use serde_json::{Map, Value};

use crate::choice::Choice;
use crate::describe::{is_null, resolved};
use crate::nearest::{Reach, nearest_within};
use crate::place::Place;
use crate::problems::{Problem, ProblemKind};
use crate::recorder::Address;
use crate::walk::{MAX_TURNS, MAX_UNKNOWN, Suspect, Walk};
use crate::words::any_of;

/// The keys of an object that its schemas know.
#[derive(Default)]
struct Known<'s> {
    names: Vec<&'s str>,
    /// Whether further keys are part of the data.
    is_open: bool,
    /// Whether further keys are rejected.
    is_closed: bool,
}

impl<'s> Walk<'s> {
    /// The keys of an object that nothing knows: neither its schemas, nor the names that serde has handed over.
    pub(crate) fn keys(
        &mut self,
        schema: &'s Value,
        value: &Value,
        object: &Map<String, Value>,
        at: &Place<'_>,
    ) {
        let mut known = Known::default();
        self.collect(schema, value, at, &mut known);
        let Known { names, is_open, is_closed } = known;
        if names.is_empty() && !is_closed {
            return;
        }
        let target = only(self.root, schema);
        let fields = self.fields(target, value).or_else(|| {
            let names_of = self.seen.names.get(&std::ptr::from_ref(value)).copied()?;
            names.iter().all(|name| names_of.contains(name)).then_some(names_of)
        });
        let is_known = |key: &str| {
            let is_exempt = at.is_root() && key == "_meta";
            is_exempt || names.contains(&key) || fields.is_some_and(|fields| fields.contains(&key))
        };
        let is_accepted = self.stopped.is_none();
        let (mut unknown, mut has_aliases) = (Vec::new(), false);
        for (key, value) in object {
            if !self.spend(1 + names.len() / 8) {
                return;
            }
            if is_known(key) {
                continue;
            }
            let is_ignored = self.seen.ignores(value);
            // Of arguments that serde accepts, it has read all keys but these.
            if is_accepted && !is_ignored && !self.seen.keeps(value) {
                continue;
            }
            let is_sure = is_ignored || is_closed || fields.is_some();
            // Where further keys are data, serde keeps them, and reads an alias at once.
            has_aliases |= !is_sure && is_open && !self.seen.keeps(value);
            if unknown.len() <= MAX_UNKNOWN && !is_open {
                unknown.push((key.as_str(), std::ptr::from_ref(value), is_sure));
            }
        }
        let absent: Vec<&str> =
            names.iter().copied().filter(|name| !object.contains_key(*name)).collect();
        if unknown.len() > MAX_UNKNOWN {
            let is_sure = unknown.iter().any(|(.., is_sure)| *is_sure);
            if is_sure {
                let many = Problem::many_unknown(at, MAX_UNKNOWN);
                self.push(many.expected(any_of(absent.iter().copied())));
            }
            unknown.retain(|(key, ..)| {
                self.nearest(key, absent.iter().copied(), Reach::Near).is_some()
            });
        }
        let is_missing = |name: &&str| self.is_missing(&at.path_of(name));
        let missing: Vec<&str> = match unknown.as_slice() {
            [] => Vec::new(),
            _ => absent.iter().copied().filter(is_missing).collect(),
        };
        for (key, value, is_sure) in unknown {
            has_aliases |=
                !self.is_unknown(key, value, [&missing, &absent], is_sure, at) && !is_sure;
        }
        if has_aliases {
            // One of them can be the missing key.
            let paths: Vec<_> = names.iter().map(|name| at.path_of(name)).collect();
            let is_perhaps = |problem: &mut Problem| {
                problem.kind == ProblemKind::Missing && paths.contains(&problem.field)
            };
            let perhaps = self.found.problems.extract_if(.., is_perhaps);
            self.found.perhaps.extend(perhaps);
        }
    }

    /// Whether a key is a problem, besides the known keys that are absent: one of them is near, or nothing can know the key.
    fn is_unknown(
        &mut self,
        key: &str,
        value: Address,
        [missing, absent]: [&[&str]; 2],
        is_sure: bool,
        at: &Place<'_>,
    ) -> bool {
        let near = nearest_within(key, missing.iter().copied(), Reach::Far, &self.work);
        let reach = if self.stopped.is_some() && is_sure { Reach::Far } else { Reach::Near };
        let near = near.or_else(|| nearest_within(key, absent.iter().copied(), reach, &self.work));
        let problem = Problem::unknown(&at.path(), key);
        let Some((name, is_same)) = near else {
            if is_sure {
                self.push(problem.expected(any_of(absent.iter().copied())));
            }
            return is_sure;
        };
        let meant = at.path_of(name);
        let problems = &mut self.found.problems;
        problems.retain(|other| other.kind != ProblemKind::Missing || other.field != meant);
        if !is_sure {
            let (field, name) = (problem.field.clone(), name.to_owned());
            self.found.suspects.push(Suspect { value, field, name, is_same });
        }
        self.push(problem.did_you_mean(Some(name)));
        true
    }

    fn is_missing(&self, path: &str) -> bool {
        let is_it = |other: &Problem| other.kind == ProblemKind::Missing && other.field == path;
        self.found.problems.iter().any(is_it)
    }

    /// The keys that a schema and the schemas within it know. The value chooses among several schemas.
    fn collect(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>, known: &mut Known<'s>) {
        let Value::Object(rules) = schema else { return };
        if self.turns == MAX_TURNS || !self.spend(2) {
            known.is_open = true;
            return;
        }
        self.turns += 1;
        if let Some(properties) = rules.get("properties").and_then(Value::as_object) {
            known.names.extend(properties.keys().map(String::as_str));
        }
        for key in ["additionalProperties", "unevaluatedProperties"] {
            match rules.get(key) {
                Some(Value::Bool(false)) => known.is_closed = true,
                Some(_) => known.is_open = true,
                None => {}
            }
        }
        known.is_open |= rules.contains_key("patternProperties");
        if rules.contains_key("$ref") {
            let target = self.target(schema);
            if !std::ptr::eq(target, schema) {
                self.collect(target, value, at, known);
            }
        }
        for all in rules.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.collect(all, value, at, known);
        }
        for key in ["oneOf", "anyOf"] {
            let Some(branches) = rules.get(key).and_then(Value::as_array) else { continue };
            match self.choose(branches, value, at) {
                Choice::One(branch) | Choice::None(_, Some(branch)) => {
                    self.collect(branch, value, at, known);
                }
                Choice::Fits | Choice::None(_, None) => {
                    for branch in branches {
                        self.collect(branch, value, at, known);
                    }
                }
            }
        }
        self.turns -= 1;
    }
}

/// Whether a quick look finds every key in the schema, as for most calls. It allocates nothing.
pub(crate) fn are_known(root: &Value, schema: &Value, value: &Value) -> bool {
    match value {
        Value::Array(items) => match only(root, schema).get("items") {
            Some(schema) => {
                let schema = only(root, schema);
                items.iter().all(|item| are_known(root, schema, item))
            }
            None => items.is_empty() || *schema == Value::Bool(true),
        },
        Value::Object(object) => {
            let schema = only(root, schema);
            let own = schema.get("properties").and_then(Value::as_object);
            let variant = tagged(root, schema, object);
            let variant = variant.and_then(|variant| variant.get("properties")?.as_object());
            let others = schema.get("additionalProperties");
            let others = others.filter(|others| **others != Value::Bool(false));
            let mut entries = object.iter();
            *schema == Value::Bool(true)
                || entries.all(|(key, value)| {
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
    let variants = schema.get("oneOf")?.as_array()?;
    variants.iter().map(|variant| resolved(root, variant)).find(|variant| {
        let properties = variant.get("properties").and_then(Value::as_object);
        properties.into_iter().flatten().any(|(key, schema)| {
            schema.get("const").is_some_and(|word| object.get(key) == Some(word))
        })
    })
}

/// The schema, or its only one besides that of `null`, as of an `Option`.
fn only<'s>(root: &'s Value, schema: &'s Value) -> &'s Value {
    let schema = resolved(root, schema);
    let branches = schema.get("anyOf").and_then(Value::as_array).map(Vec::as_slice);
    match branches {
        Some([only, null] | [null, only]) if is_null(null) => resolved(root, only),
        _ => schema,
    }
}
