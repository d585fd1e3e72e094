//! Keys of objects that no schema knows.

use serde_json::{Map, Value};

use crate::choice::Choice;
use crate::describe::{is_null, resolved};
use crate::nearest::{Reach, nearest};
use crate::place::Place;
use crate::problems::{Problem, ProblemKind};
use crate::walk::{MAX_FOUND, MAX_STEPS, MAX_TURNS, MAX_UNKNOWN, Walk};
use crate::words::any_of;

/// The length of a key, in bytes, above which serde is not asked whether it is a field.
const MAX_NAME: usize = 256;

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
    /// The keys of an object that all schemas for it do not know.
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
        let is_other = |key: &&String| {
            let is_exempt = at.depth() == 0 && *key == "_meta";
            !is_exempt && !names.contains(&key.as_str())
        };
        let others = object.keys().filter(is_other).take(MAX_UNKNOWN + 1);
        let (aliases, mut unknown): (Vec<_>, Vec<_>) = others.partition(|key| {
            if key.len() > MAX_NAME {
                return false;
            }
            let is_asked = self.questions > 0;
            self.questions = self.questions.saturating_sub(1);
            !is_asked || (self.is_alias)(at, key)
        });
        if !aliases.is_empty() {
            // One of them can be the missing field.
            let required: Vec<_> = names.iter().map(|name| at.path_of(name)).collect();
            self.found.problems.retain(|problem| {
                problem.kind != ProblemKind::Missing || !required.contains(&problem.field)
            });
        }
        if is_open {
            return;
        }
        let absent: Vec<&str> =
            names.iter().copied().filter(|name| !object.contains_key(*name)).collect();
        if unknown.len() > MAX_UNKNOWN {
            let many = Problem::many_unknown(at, MAX_UNKNOWN);
            if is_closed {
                return self.push(many.expected(any_of(names)));
            }
            if self.found.unknown.len() < MAX_FOUND {
                self.found.unknown.push(many);
            }
            unknown.retain(|key| nearest(key, absent.iter().copied(), Reach::Near).is_some());
        }
        for key in unknown {
            self.unknown(key, &absent, is_closed, at);
        }
    }

    /// A key that is not known, besides the known keys that are absent.
    fn unknown(&mut self, key: &str, absent: &[&str], is_closed: bool, at: &Place<'_>) {
        let missing = absent.iter().copied().filter(|name| self.is_missing(&at.path_of(name)));
        let near = nearest(key, missing, Reach::Far);
        let reach = if is_closed { Reach::Far } else { Reach::Near };
        let near = near.or_else(|| nearest(key, absent.iter().copied(), reach));
        let problem = Problem::unknown(&at.path(), key).did_you_mean(near);
        if self.stopped.is_none() || (near.is_none() && !is_closed) {
            if self.found.unknown.len() < MAX_FOUND {
                self.found.unknown.push(problem);
            }
            return;
        }
        match near.map(|name| at.path_of(name)) {
            Some(meant) => {
                let problems = &mut self.found.problems;
                problems.retain(|other| other.kind != ProblemKind::Missing || other.field != meant);
                self.push(problem);
            }
            None => self.push(problem.expected(any_of(absent.iter().copied()))),
        }
    }

    fn is_missing(&self, path: &str) -> bool {
        let is_it = |other: &Problem| other.kind == ProblemKind::Missing && other.field == path;
        self.found.problems.iter().any(is_it)
    }

    /// The keys that a schema and the schemas within it know. The value chooses among several schemas.
    fn collect(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>, known: &mut Known<'s>) {
        let Value::Object(rules) = schema else { return };
        if self.steps == 0 || self.turns == MAX_TURNS {
            return;
        }
        self.steps -= 1;
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

/// Whether a quick look finds every key in the schema, as for most calls. Only the first schemas of a large value are looked at.
pub(crate) fn are_known(root: &Value, value: &Value) -> bool {
    are_known_to(root, root, value, &mut { MAX_STEPS })
}

fn are_known_to(root: &Value, schema: &Value, value: &Value, steps: &mut usize) -> bool {
    let Some(less) = steps.checked_sub(1) else { return true };
    *steps = less;
    match value {
        Value::Array(items) => match only(root, schema).get("items") {
            Some(schema) => {
                let schema = only(root, schema);
                items.iter().all(|item| are_known_to(root, schema, item, steps))
            }
            None => items.is_empty() || *schema == Value::Bool(true),
        },
        Value::Object(object) => {
            let schema = only(root, schema);
            let properties = schema.get("properties").and_then(Value::as_object);
            let others = schema.get("additionalProperties");
            let others = others.filter(|others| **others != Value::Bool(false));
            let mut entries = object.iter();
            *schema == Value::Bool(true)
                || entries.all(|(key, value)| {
                    let schema = properties.and_then(|properties| properties.get(key)).or(others);
                    schema.is_some_and(|schema| are_known_to(root, schema, value, steps))
                })
        }
        _ => true,
    }
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
