//! One walk over a value and its JSON Schema. It understands the keywords that `schemars` writes for types of serde, and passes over
//! others: whether a value fits is decided by serde.

use std::cell::Cell;
use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::describe::{allows_type, described, found, resolved, words_of};
use crate::keys::Known;
use crate::names::stands_for;
use crate::place::{Place, Spot};
use crate::problems::{Problem, ProblemKind};
use crate::range::{is_in_range, matches_pattern};
use crate::recorder::{Address, Seen, number_in};
use crate::stop::Names;
use crate::words::{any_of, is_whole, json_type};

/// The work of a walk: some of it, and more for each byte of the arguments.
const WORK: (usize, usize) = (2_000, 16);

/// The largest number of problems that are looked for.
const MAX_FOUND: usize = 64;

/// The largest number of schemas for one value that are within each other.
const MAX_TURNS: usize = 24;

/// The verdict of a schema on a value.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    /// Unknown keys that serde may know as aliases.
    pub(crate) suspects: Vec<Suspect>,
    /// Missing keys that another key may stand for.
    pub(crate) perhaps: Vec<Problem>,
    /// The problems of values that serde alone rejects.
    pub(crate) expected: Vec<(Address, Problem)>,
}

/// A key that is close to an absent one.
pub(crate) struct Suspect {
    pub(crate) value: Address,
    pub(crate) field: String,
    pub(crate) name: String,
    /// Whether it differs in its case and separators alone.
    pub(crate) is_same: bool,
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
    /// Whether the values of the arguments are text.
    is_form: bool,
    /// The names of structs by their schemas.
    by_schema: HashMap<Address, Names>,
    /// The work that is left.
    pub(crate) work: Cell<usize>,
    /// The number of schemas around this one, for the same value.
    turns: usize,
    /// The number of problems, of which only unknown keys are kept if serde accepts the value.
    count: usize,
    /// The keys of the object that its schemas know so far.
    pub(crate) known: Known<'s>,
    pub(crate) found: Found,
}

impl<'s> Walk<'s> {
    /// Finds the problems of a value. If serde accepts it, they are its unknown keys; otherwise serde has stopped at some values.
    pub(crate) fn over(
        root: &'s Value,
        value: &Value,
        seen: &'s Seen,
        stopped: Option<&'s [Address]>,
        is_form: bool,
    ) -> Self {
        let (some, more) = WORK;
        let mut walk = Self {
            root,
            seen,
            stopped,
            is_form,
            by_schema: HashMap::new(),
            work: Cell::new(some + more * size(value)),
            turns: 0,
            count: 0,
            known: Known::default(),
            found: Found::default(),
        };
        walk.value(root, Spot { value, place: &Place::default() });
        walk
    }

    /// Whether there is work left, less these steps.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        self.work.set(self.work.get().saturating_sub(steps));
        self.work.get() > 0
    }

    fn is_done(&self) -> bool {
        let found = self.found.problems.len() + self.found.perhaps.len();
        self.work.get() == 0 || found >= MAX_FOUND
    }

    /// Adds a problem, unless its field has a problem of that kind. Several schemas for one value can report the same.
    pub(crate) fn push(&mut self, problem: Problem) {
        self.count += 1;
        if self.stopped.is_none() && problem.kind != ProblemKind::Unknown {
            return;
        }
        let is_same = |other: &Problem| {
            let is_tag =
                (other.kind, problem.kind) == (ProblemKind::Missing, ProblemKind::NotOneOf);
            other.field == problem.field && (other.kind == problem.kind || is_tag)
        };
        if !self.found.problems.iter().any(is_same) {
            self.found.problems.push(problem);
        }
    }

    /// A problem of a value that its schema describes.
    fn problem(&self, kind: ProblemKind, schema: &Value, at: Spot<'_>) -> Problem {
        at.problem(kind).expected(described(self.root, schema, 0))
    }

    /// The schema that a reference names.
    pub(crate) fn target(&self, schema: &'s Value) -> &'s Value {
        resolved(self.root, schema)
    }

    /// A value in its own place.
    fn value(&mut self, schema: &'s Value, at: Spot<'_>) {
        if self.is_done() {
            return;
        }
        let address = std::ptr::from_ref(at.value);
        let typed = self.typed(schema, at.value);
        let at = Spot { value: typed.as_ref().unwrap_or(at.value), ..at };
        let around = (std::mem::take(&mut self.turns), std::mem::take(&mut self.known));
        self.in_place(schema, at);
        if let Value::Object(object) = at.value {
            self.keys(object, at);
        }
        (self.turns, self.known) = around;
        if self.stopped.is_some_and(|stopped| stopped.contains(&address)) {
            self.rejected(schema, address, at);
        }
    }

    /// Notes the expectation of a value that serde rejects, if that is more than a type.
    fn rejected(&mut self, schema: &'s Value, address: Address, at: Spot<'_>) {
        let target = self.target(schema);
        let has = |keywords: [&str; 2]| keywords.iter().any(|key| target.get(key).is_some());
        let kind = if has(["format", "pattern"]) && at.value.is_string() {
            ProblemKind::BadFormat
        } else if has(["oneOf", "anyOf"]) {
            ProblemKind::Invalid
        } else {
            return;
        };
        self.found.expected.push((address, self.problem(kind, schema, at)));
    }

    /// The number or the boolean in a text of a form, if the schema wants one.
    fn typed(&self, schema: &'s Value, value: &Value) -> Option<Value> {
        let text = value.as_str().filter(|_| self.is_form)?;
        let typed =
            number_in(text).map(Value::from).or_else(|| text.parse().ok().map(Value::Bool))?;
        has_type(self.target(schema), &typed).then_some(typed)
    }

    /// The verdict of a schema and its subschemas on one value.
    fn in_place(&mut self, schema: &'s Value, at: Spot<'_>) {
        if self.turns == MAX_TURNS || !self.spend(4) {
            // Further schemas can know further keys.
            self.known.is_open = true;
            return;
        }
        self.turns += 1;
        self.rules(schema, at);
        self.turns -= 1;
    }

    fn rules(&mut self, schema: &'s Value, at: Spot<'_>) {
        let Value::Object(rules) = schema else { return };
        let target = self.target(schema);
        if !std::ptr::eq(target, schema) {
            self.in_place(target, at);
        }
        for all in parts(schema, "allOf") {
            self.in_place(all, at);
        }
        if let Some(words) = words_of(self.root, schema) {
            if !parts(schema, "enum").contains(at.value)
                && let Some(problem) = self.misspelt(&words, at)
            {
                return self.push(problem);
            }
        } else if let Some(constant) = rules.get("const").filter(|constant| *constant != at.value) {
            let problem = at.problem(ProblemKind::NotOneOf);
            return self.push(problem.expected(constant.to_string()));
        }
        if !has_type(schema, at.value) {
            let is_too_large = allows_integers(schema) && is_whole(at.value);
            return self.push(if is_too_large {
                let problem = self.problem(ProblemKind::OutOfRange, schema, at);
                problem.rule("it has more than 64 bits")
            } else {
                self.problem(ProblemKind::WrongType, schema, at).found(found(at.value))
            });
        }
        for forms in [parts(schema, "oneOf"), parts(schema, "anyOf")] {
            if !forms.is_empty() {
                self.one_of(forms, at);
            }
        }
        if !is_in_range(schema, at.value) {
            self.push(self.problem(ProblemKind::OutOfRange, schema, at));
        } else if !matches_pattern(schema, at.value) {
            self.push(self.problem(ProblemKind::BadFormat, schema, at));
        }
        match at.value {
            Value::Object(object) => self.object(schema, object, at),
            Value::Array(items) => self.list(schema, items, at),
            _ => {}
        }
    }

    /// One of several schemas.
    fn one_of(&mut self, forms: &'s [Value], at: Spot<'_>) {
        let (problem, form) = self.choose(forms, at);
        if problem.is_some() && form.is_none() {
            // A key of any of them is known.
            for form in forms {
                self.known.add_properties(form);
                self.known.add_properties(self.target(form));
            }
        }
        if let Some(problem) = problem {
            self.push(problem);
        }
        if let Some(form) = form {
            self.in_place(form, at);
        }
    }

    /// The number of problems that a value has with a schema.
    pub(crate) fn trial(&mut self, schema: &'s Value, at: Spot<'_>) -> usize {
        let kept = std::mem::take(&mut self.found);
        let before = self.count;
        self.in_place(schema, at);
        self.found = kept;
        self.count - before
    }

    fn list(&mut self, schema: &'s Value, items: &[Value], at: Spot<'_>) {
        let first = parts(schema, "prefixItems");
        for (index, item) in items.iter().enumerate() {
            let Some(schema) = first.get(index).or_else(|| schema.get("items")) else { return };
            if self.is_done() {
                return;
            }
            self.value(schema, Spot { value: item, place: &at.place.index(index) });
        }
    }

    fn object(&mut self, schema: &'s Value, object: &Map<String, Value>, at: Spot<'_>) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let fields = self.fields(schema, at.value);
        self.known.add(schema, fields);
        let is_property = |key: &str| properties.is_some_and(|known| known.contains_key(key));
        // The property that an alias stands for. There can be two, of which serde knows the right one.
        let meant = |key: &str, name: &str| {
            fields.is_some_and(|fields| stands_for(key, name, fields, &is_property))
        };
        let is_alias =
            |key: &&str| !is_property(key) && fields.is_some_and(|fields| fields.contains(key));
        let aliases: Vec<&str> = object.keys().map(String::as_str).filter(is_alias).collect();
        for required in parts(schema, "required").iter().filter_map(Value::as_str) {
            if !object.contains_key(required) && !aliases.iter().any(|key| meant(key, required)) {
                let schema = properties.and_then(|properties| properties.get(required));
                let expected = schema.map(|schema| described(self.root, schema, 0));
                let missing = Problem::new(at.place.path_of(required), ProblemKind::Missing);
                self.push(missing.expected(expected));
            }
        }
        let others = schema.get("additionalProperties").filter(|others| others.is_object());
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
                self.value(schema, Spot { value, place: &at.place.key(key) });
            }
        }
    }

    /// The names of the fields of an object, if serde has handed them over for it, or for another one with the same schema.
    fn fields(&mut self, schema: &'s Value, object: &Value) -> Option<Names> {
        let known = schema.get("properties").and_then(Value::as_object)?;
        let names = self.seen.names.get(&std::ptr::from_ref(object)).copied();
        match names.filter(|names| known.keys().all(|key| names.contains(&key.as_str()))) {
            Some(names) => {
                self.by_schema.insert(schema, names);
                Some(names)
            }
            None => self.by_schema.get(&std::ptr::from_ref(schema)).copied(),
        }
    }

    /// The problem of a value that is none of these words, nor an alias of one.
    pub(crate) fn misspelt(&self, words: &[&str], at: Spot<'_>) -> Option<Problem> {
        let Value::String(given) = at.value else {
            let problem = at.problem(ProblemKind::WrongType).found(json_type(at.value));
            return Some(problem.expected(any_of(words.iter().copied())));
        };
        let variants =
            self.seen.names.get(&std::ptr::from_ref(at.value)).copied().unwrap_or_default();
        let is_known = words.contains(&given.as_str()) || variants.contains(&given.as_str());
        (!is_known).then(|| Problem::not_one_of(at.place.path(), given, words, &self.work))
    }
}

/// The parts of a schema under a keyword.
pub(crate) fn parts<'s>(schema: &'s Value, keyword: &str) -> &'s [Value] {
    schema.get(keyword).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Whether a value has a type that a schema allows.
pub(crate) fn has_type(schema: &Value, value: &Value) -> bool {
    let name = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_i64() || number.is_u64() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_number = value.is_number() && allows_type(schema, "number");
    schema.get("type").is_none() || allows_type(schema, name) || is_number
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
                all - Walk::over(&schema, &value, &seen, None, false).work.get()
            };
            let (once, twice) = (steps(500), steps(1_000));
            assert!(once > 0 && twice <= 2 * once + 100, "{item}: {once}, {twice}");
        }
    }
}
