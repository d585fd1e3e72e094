//! The problems of a value that its JSON Schema knows. It understands the keywords that `schemars` writes for types of serde, and passes
//! over others: whether a value fits is decided by serde.

use std::cell::Cell;
use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::choice::Choice;
use crate::describe::{described, found, resolved, words_of};
use crate::names::stands_for;
use crate::nearest::{Reach, nearest_within};
use crate::place::Place;
use crate::problems::{Problem, ProblemKind};
use crate::range::{Range, length_of, matches_pattern};
use crate::recorder::{Address, Seen};
use crate::stop::Names;
use crate::words::{any_of, is_whole, json_type};

/// The work of a walk: some of it, and more for each byte of the arguments.
const WORK: (usize, usize) = (2_000, 16);

/// The largest number of problems that are looked for.
pub(crate) const MAX_FOUND: usize = 64;

/// The largest number of schemas for one value that are within each other.
pub(crate) const MAX_TURNS: usize = 24;

/// The largest number of unknown keys of one object that are named.
pub(crate) const MAX_UNKNOWN: usize = 32;

/// The verdict of a schema on a value.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    /// Unknown keys that serde may know as aliases.
    pub(crate) suspects: Vec<Suspect>,
    /// Missing keys that another key may stand for.
    pub(crate) perhaps: Vec<Problem>,
    /// The expectation of each value at which serde stopped, and whether it is a format.
    pub(crate) expected: Vec<(Address, String, bool)>,
}

/// A key that is close to an absent one.
pub(crate) struct Suspect {
    pub(crate) value: Address,
    pub(crate) field: String,
    pub(crate) name: String,
    /// Whether it differs in its case and separators alone.
    pub(crate) is_same: bool,
}

/// The unknown keys of a value that serde accepts.
pub(crate) fn unknown_keys<'s>(schema: &'s Value, value: &Value, seen: &'s Seen) -> Found {
    walked(schema, value, seen, None).found
}

/// The problems of a value that serde does not accept. It stopped at these values.
pub(crate) fn compare<'s>(
    schema: &'s Value,
    value: &Value,
    seen: &'s Seen,
    stopped: &'s [Address],
) -> Found {
    walked(schema, value, seen, Some(stopped)).found
}

fn walked<'s>(
    schema: &'s Value,
    value: &Value,
    seen: &'s Seen,
    stopped: Option<&'s [Address]>,
) -> Walk<'s> {
    let (some, more) = WORK;
    let work = Cell::new(some + more * size(value));
    let (by_schema, found) = (HashMap::new(), Found::default());
    let mut walk = Walk { root: schema, seen, stopped, by_schema, work, turns: 0, count: 0, found };
    walk.value(schema, value, &Place::default());
    walk
}

/// Somewhat less than the bytes of the JSON.
fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(|item| 1 + size(item)).sum::<usize>() + 1,
        Value::Object(object) => {
            object.iter().map(|(key, value)| key.len() + 3 + size(value)).sum::<usize>() + 1
        }
        Value::String(text) => text.len() + 2,
        _ => 1,
    }
}

pub(crate) struct Walk<'s> {
    pub(crate) root: &'s Value,
    pub(crate) seen: &'s Seen,
    /// The values at which serde stopped, if it did.
    pub(crate) stopped: Option<&'s [Address]>,
    /// The names of structs by their schemas.
    by_schema: HashMap<Address, Names>,
    /// The work that is left.
    pub(crate) work: Cell<usize>,
    /// The number of schemas around this one, for the same value.
    pub(crate) turns: usize,
    /// The number of problems, of which only unknown keys are kept if serde accepts the value.
    pub(crate) count: usize,
    pub(crate) found: Found,
}

impl<'s> Walk<'s> {
    /// Whether there is work left, less these steps.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        self.work.set(self.work.get().saturating_sub(steps));
        self.work.get() > 0
    }

    fn is_done(&self) -> bool {
        let found = self.found.problems.len() + self.found.perhaps.len();
        self.work.get() == 0 || found >= MAX_FOUND
    }

    pub(crate) fn nearest<'a>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
        reach: Reach,
    ) -> Option<&'a str> {
        nearest_within(name, known, reach, &self.work).map(|(name, _)| name)
    }

    /// A value in its own place.
    fn value(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>) {
        if self.is_done() {
            return;
        }
        let turns = std::mem::take(&mut self.turns);
        self.in_place(schema, value, at);
        if let Value::Object(object) = value {
            self.keys(schema, value, object, at);
        }
        self.turns = turns;
        let address = std::ptr::from_ref(value);
        if self.stopped.is_some_and(|stopped| stopped.contains(&address)) {
            let is_format =
                ["format", "pattern"].iter().any(|key| self.target(schema).get(key).is_some())
                    && value.is_string();
            let expected = described(self.root, schema, 0);
            self.found.expected.push((address, expected, is_format));
        }
    }

    /// The names of the fields of an object, if serde has handed them over for it, or for another one with the same schema.
    pub(crate) fn fields(&mut self, schema: &'s Value, object: &Value) -> Option<Names> {
        let known = schema.get("properties").and_then(Value::as_object);
        let names = self.seen.names.get(&std::ptr::from_ref(object)).copied().filter(|names| {
            known.is_some_and(|known| known.keys().all(|key| names.contains(&key.as_str())))
        });
        if let Some(names) = names {
            self.by_schema.insert(schema, names);
        }
        names.or_else(|| self.by_schema.get(&std::ptr::from_ref(schema)).copied())
    }

    /// Adds a problem, unless its field has a problem of that kind. Several schemas for one value can report the same.
    pub(crate) fn push(&mut self, problem: Problem) {
        self.count += 1;
        if self.stopped.is_none() && problem.kind != ProblemKind::Unknown {
            return;
        }
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
        if self.turns == MAX_TURNS || !self.spend(4) {
            return;
        }
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
            if !is_allowed && let Some(problem) = self.misspelt(&words, value, at) {
                return self.push(problem);
            }
        } else if let Some(constant) = rules.get("const").filter(|constant| *constant != value) {
            let expected = if constant.is_string() { None } else { Some(constant.to_string()) };
            let problem = Problem::new(at.path(), ProblemKind::NotOneOf).expected(expected);
            return self.push(problem);
        }
        if !has_type(schema, value) {
            let is_too_large = allows_integers(schema) && is_whole(value);
            let kind = if is_too_large { ProblemKind::OutOfRange } else { ProblemKind::WrongType };
            let problem = Problem::new(at.path(), kind).expected(described(self.root, schema, 0));
            if is_too_large {
                return self.push(problem.rule("it has more than 64 bits"));
            }
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
            Value::Object(object) => self.object(schema, rules, value, object, at),
            Value::Array(items) => self.list(schema, rules, items, at),
            _ => self.range(schema, value, at),
        }
    }

    /// Numbers, lengths and patterns.
    fn range(&mut self, schema: &Value, value: &Value, at: &Place<'_>) {
        let is_out = Range::of(schema).is_some_and(|range| !range.contains(schema, value));
        if is_out || !matches_pattern(schema, value) {
            let kind = if is_out { ProblemKind::OutOfRange } else { ProblemKind::BadFormat };
            let problem = Problem::new(at.path(), kind);
            self.push(problem.expected(described(self.root, schema, 0)));
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
            if self.is_done() {
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
        schema: &'s Value,
        rules: &'s Map<String, Value>,
        value: &Value,
        object: &Map<String, Value>,
        at: &Place<'_>,
    ) {
        let properties = rules.get("properties").and_then(Value::as_object);
        let fields = self.fields(schema, value);
        let is_property = |key: &str| properties.is_some_and(|known| known.contains_key(key));
        // The property that an alias stands for. There can be two, of which serde knows the right one.
        let meant = |key: &str, name: &str| {
            fields.is_some_and(|fields| stands_for(key, name, fields, &is_property))
        };
        let is_alias =
            |key: &&str| !is_property(key) && fields.is_some_and(|fields| fields.contains(key));
        let aliases: Vec<&str> = object.keys().map(String::as_str).filter(is_alias).collect();
        for required in rules.get("required").and_then(Value::as_array).into_iter().flatten() {
            let Some(required) = required.as_str() else { continue };
            if !object.contains_key(required) && !aliases.iter().any(|key| meant(key, required)) {
                let schema = properties.and_then(|properties| properties.get(required));
                let expected = schema.map(|schema| described(self.root, schema, 0));
                let missing =
                    Problem::new(at.path_of(required), ProblemKind::Missing).expected(expected);
                self.push(missing);
            }
        }
        let others = rules.get("additionalProperties").filter(|others| others.is_object());
        for (key, value) in object {
            if self.is_done() || !self.spend(1) {
                return;
            }
            let alias = || {
                let known = properties.filter(|_| aliases.contains(&key.as_str()))?;
                known.iter().find(|(name, _)| meant(key, name)).map(|(_, schema)| schema)
            };
            let schema = properties.and_then(|known| known.get(key)).or_else(alias).or(others);
            if let Some(schema) = schema {
                self.value(schema, value, &at.key(key));
            }
        }
    }

    /// The problem of a value that is none of these words, nor an alias of one.
    pub(crate) fn misspelt(
        &self,
        words: &[&str],
        value: &Value,
        at: &Place<'_>,
    ) -> Option<Problem> {
        let Value::String(given) = value else {
            let problem = Problem::new(at.path(), ProblemKind::WrongType).found(json_type(value));
            return Some(problem.expected(any_of(words.iter().copied())));
        };
        let variants = self.seen.names.get(&std::ptr::from_ref(value)).copied().unwrap_or_default();
        let is_known = words.contains(&given.as_str()) || variants.contains(&given.as_str());
        (!is_known).then(|| self.not_one_of(at.path(), given, words))
    }

    /// A text that is not among these words.
    pub(crate) fn not_one_of(&self, field: String, given: &str, words: &[&str]) -> Problem {
        let near = self.nearest(given, words.iter().copied(), Reach::Far);
        Problem::new(field, ProblemKind::NotOneOf)
            .expected(any_of(words.iter().copied()))
            .did_you_mean(near)
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

fn allows_integers(schema: &Value) -> bool {
    has_type(schema, &Value::from(0)) && !has_type(schema, &Value::from(0.5))
}

#[cfg(test)]
mod tests {
    use schemars::JsonSchema;
    use serde_json::json;

    use super::*;

    #[derive(JsonSchema)]
    #[serde(tag = "type")]
    #[allow(dead_code, reason = "a type has a schema")]
    enum Item {
        One { an_identifier: Option<u8>, another_identifier: Option<u8> },
        Two { an_identifier: Option<u8>, another_identifier: Option<u8> },
    }

    /// Twice as many arguments take twice as many steps, and never more than the work that their bytes allow.
    #[test]
    fn steps_are_linear() {
        let schema = schemars::schema_for!(Vec<Item>).to_value();
        let near: Map<_, _> =
            (0..32).map(|index| (format!("an_identifie{index:02}"), json!(1))).collect();
        for item in [json!({"type": "One", "an_identifier": 1}), json!({}), near.into()] {
            let steps = |count: usize| {
                let value = Value::from(vec![item.clone(); count]);
                let (some, more) = WORK;
                let all = some + more * size(&value);
                let seen = Seen::default();
                all - walked(&schema, &value, &seen, None).work.get()
            };
            let (once, twice) = (steps(500), steps(1_000));
            assert!(once > 0 && twice <= 2 * once + 100, "{item}: {once}, {twice}");
        }
    }
}
