//! The problems of a value that its JSON Schema knows. It understands the keywords that `schemars` writes for types of serde, and passes
//! over others: whether a value fits is decided by serde.

use serde_json::{Map, Value};

use crate::choice::Choice;
use crate::describe::{described, found, resolved, words_of};
use crate::place::Place;
use crate::problems::{Problem, ProblemKind};
use crate::range::{Range, length_of};
use crate::words::{any_of, json_type};

/// The largest number of schemas that are compared with a value.
pub(crate) const MAX_STEPS: usize = 20_000;

/// The largest number of problems that are looked for.
pub(crate) const MAX_FOUND: usize = 64;

/// The largest number of schemas for one value that are within each other.
pub(crate) const MAX_TURNS: usize = 24;

/// The largest number of keys about which serde is asked. Nothing is said about further ones.
const MAX_QUESTIONS: usize = 256;

/// The largest number of unknown keys of one object that are named.
pub(crate) const MAX_UNKNOWN: usize = 32;

/// The verdict of a schema on a value.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    /// Unknown keys that serde accepts.
    pub(crate) unknown: Vec<Problem>,
    /// The expectation of the value at which serde stopped, unless it has a problem here.
    pub(crate) expected: Option<String>,
    /// Whether that expectation is a format.
    pub(crate) is_format: bool,
}

/// Whether serde reads a key of the object in a place, although the schema does not know it.
pub(crate) type IsAlias<'s> = &'s dyn Fn(&Place<'_>, &str) -> bool;

/// Compares a value with a schema. `stopped` is the path at which serde stopped, if it did.
pub(crate) fn compare<'s>(
    schema: &'s Value,
    value: &Value,
    is_alias: IsAlias<'s>,
    stopped: Option<&'s str>,
) -> Found {
    let mut walk = Walk {
        root: schema,
        is_alias,
        stopped,
        steps: MAX_STEPS,
        questions: MAX_QUESTIONS,
        turns: 0,
        found: Found::default(),
    };
    walk.value(schema, value, &Place::ROOT);
    walk.found
}

pub(crate) struct Walk<'s> {
    pub(crate) root: &'s Value,
    pub(crate) is_alias: IsAlias<'s>,
    pub(crate) stopped: Option<&'s str>,
    /// The number of schemas that can still be compared.
    pub(crate) steps: usize,
    /// The number of keys about which serde can still be asked.
    pub(crate) questions: usize,
    /// The number of schemas around this one, for the same value.
    pub(crate) turns: usize,
    pub(crate) found: Found,
}

impl<'s> Walk<'s> {
    /// A value in its own place.
    fn value(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>) {
        if self.found.problems.len() >= MAX_FOUND {
            return;
        }
        let before = self.found.problems.len();
        self.in_place(schema, value, at);
        if let Value::Object(object) = value {
            self.keys(schema, value, object, at);
        }
        if let Some(stopped) = self.stopped
            && self.found.problems.len() == before
            && self.found.expected.is_none()
            && at.path() == stopped
        {
            self.found.expected = Some(described(self.root, schema, 0));
            let schema = self.target(schema);
            self.found.is_format =
                ["format", "pattern"].iter().any(|key| schema.get(key).is_some())
                    && value.is_string();
        }
    }

    /// Adds a problem, unless its field has a problem of that kind. Several schemas for one value can report the same.
    pub(crate) fn push(&mut self, problem: Problem) {
        let is_same = |other: &Problem| {
            other.field == problem.field
                && (other.kind == problem.kind
                    || matches!(
                        (other.kind, problem.kind),
                        (ProblemKind::Missing, ProblemKind::NotOneOf)
                    ))
        };
        if !self.found.problems.iter().any(is_same) {
            self.found.problems.push(problem);
        }
    }

    /// The schema that a reference names.
    pub(crate) fn target(&self, schema: &'s Value) -> &'s Value {
        resolved(self.root, schema)
    }

    /// The verdict of a schema and its subschemas on one value.
    pub(crate) fn in_place(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>) {
        if self.steps == 0 || self.turns == MAX_TURNS {
            return;
        }
        self.steps -= 1;
        self.turns += 1;
        self.rules(schema, value, at);
        self.turns -= 1;
    }

    fn rules(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>) {
        let Value::Object(rules) = schema else { return };
        if rules.contains_key("$ref") {
            let target = self.target(schema);
            if !std::ptr::eq(target, schema) {
                self.in_place(target, value, at);
            }
        }
        for all in rules.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.in_place(all, value, at);
        }
        if let Some(words) = words_of(self.root, schema) {
            let is_allowed = rules
                .get("enum")
                .and_then(Value::as_array)
                .is_some_and(|allowed| allowed.contains(value));
            if !is_allowed && let Some(problem) = misspelt(&words, value, at) {
                return self.push(problem);
            }
        } else if let Some(constant) = rules.get("const").filter(|constant| *constant != value) {
            let expected = if constant.is_string() { None } else { Some(constant.to_string()) };
            let problem = Problem::new(at.path(), ProblemKind::NotOneOf).expected(expected);
            return self.push(problem);
        }
        if !has_type(schema, value) {
            let problem = Problem::new(at.path(), ProblemKind::WrongType)
                .expected(described(self.root, schema, 0));
            return self.push(problem.found(found(value)));
        }
        for key in ["oneOf", "anyOf"] {
            let Some(branches) = rules.get(key).and_then(Value::as_array) else { continue };
            match self.choose(branches, value, at) {
                Choice::Fits => {}
                Choice::One(branch) => self.in_place(branch, value, at),
                Choice::None(problem, closest) => {
                    self.push(problem);
                    if let Some(branch) = closest {
                        self.in_place(branch, value, at);
                    }
                }
            }
        }
        match value {
            Value::Object(object) => self.object(rules, object, at),
            Value::Array(items) => self.list(schema, rules, items, at),
            _ => self.range(schema, value, at),
        }
    }

    /// Numbers and lengths.
    fn range(&mut self, schema: &Value, value: &Value, at: &Place<'_>) {
        if Range::of(schema).is_some_and(|range| !range.contains(schema, value)) {
            let expected = described(self.root, schema, 0);
            let problem = Problem::new(at.path(), ProblemKind::OutOfRange).expected(expected);
            self.push(problem);
        }
    }

    fn list(
        &mut self,
        schema: &'s Value,
        rules: &'s Map<String, Value>,
        items: &[Value],
        at: &Place<'_>,
    ) {
        if !length_of(schema, "minItems", "maxItems").contains(&items.len()) {
            let expected = described(self.root, schema, 0);
            let problem = Problem::new(at.path(), ProblemKind::OutOfRange).expected(expected);
            self.push(problem);
        }
        let first = rules.get("prefixItems").and_then(Value::as_array);
        let others = rules.get("items");
        for (index, item) in items.iter().enumerate() {
            if self.steps == 0 || self.found.problems.len() >= MAX_FOUND {
                return;
            }
            let own = first.and_then(|first| first.get(index)).or(others);
            match own {
                Some(schema) => self.value(schema, item, &at.index(index)),
                None => return,
            }
        }
    }

    fn object(
        &mut self,
        rules: &'s Map<String, Value>,
        object: &Map<String, Value>,
        at: &Place<'_>,
    ) {
        let properties = rules.get("properties").and_then(Value::as_object);
        for required in rules.get("required").and_then(Value::as_array).into_iter().flatten() {
            let Some(required) = required.as_str() else { continue };
            if !object.contains_key(required) {
                let schema = properties.and_then(|properties| properties.get(required));
                let expected = schema.map(|schema| described(self.root, schema, 0));
                let missing =
                    Problem::new(at.path_of(required), ProblemKind::Missing).expected(expected);
                self.push(missing);
            }
        }
        for (name, schema) in properties.into_iter().flatten() {
            if let Some(value) = object.get(name) {
                self.value(schema, value, &at.key(name));
            }
        }
        let Some(others) = rules.get("additionalProperties").filter(|others| others.is_object())
        else {
            return;
        };
        for (name, value) in object {
            if self.steps == 0 || self.found.problems.len() >= MAX_FOUND {
                return;
            }
            if properties.is_none_or(|properties| !properties.contains_key(name)) {
                self.value(others, value, &at.key(name));
            }
        }
    }
}

/// Whether a value has a type that a schema allows.
pub(crate) fn has_type(schema: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    };
    match schema.get("type") {
        Some(Value::String(name)) => is(name),
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(is),
        _ => true,
    }
}

/// The problem of a value that is none of these words.
pub(crate) fn misspelt(words: &[&str], value: &Value, at: &Place<'_>) -> Option<Problem> {
    match value {
        Value::String(given) if words.contains(&given.as_str()) => None,
        Value::String(given) => Some(Problem::not_one_of(at.path(), given, words.iter().copied())),
        other => {
            let problem = Problem::new(at.path(), ProblemKind::WrongType).found(json_type(other));
            Some(problem.expected(any_of(words.iter().copied())))
        }
    }
}
