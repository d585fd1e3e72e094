//! The problems of a value that its JSON Schema knows. It understands the keywords that `schemars` writes for types of serde, and passes
//! over others: whether a value fits is decided by serde.

use serde_json::{Map, Value};

use super::describe::{described, found, is_null, resolved, words_of};
use super::nearest::{Reach, nearest};
use super::place::Place;
use super::problem::{Kind, Problem};
use super::range::{Range, length_of, number_of};
use super::traced::Notes;
use super::words::{any_of, json_type};

/// The largest number of schemas that are compared with a value.
const MAX_STEPS: usize = 20_000;

/// The largest number of problems that are looked for.
const MAX_FOUND: usize = 64;

/// The largest number of schemas for one value that are within each other.
const MAX_TURNS: usize = 24;

/// The largest number of unknown keys of one object that are named.
pub(super) const MAX_UNKNOWN: usize = 32;

/// The verdict of a schema on a value.
#[derive(Default)]
pub(super) struct Found {
    pub(super) problems: Vec<Problem>,
    /// Keys that the schema neither knows nor rejects, in objects with these paths.
    pub(super) ignored: Vec<(String, Problem)>,
    /// The expectation of the value at which serde stopped, unless it has a problem here.
    pub(super) expected: Option<String>,
    /// Whether that expectation is a format.
    pub(super) is_format: bool,
}

/// Compares a value with a schema. `stopped` is the path at which serde stopped.
pub(super) fn compare(
    schema: &Value,
    value: &Value,
    is_text: bool,
    notes: &Notes,
    stopped: Option<&str>,
) -> Found {
    let mut walk = Walk {
        root: schema,
        is_text,
        notes,
        stopped,
        steps: MAX_STEPS,
        turns: 0,
        found: Found::default(),
    };
    walk.value(schema, value, &Place::ROOT);
    walk.found
}

struct Walk<'s> {
    root: &'s Value,
    is_text: bool,
    notes: &'s Notes,
    stopped: Option<&'s str>,
    steps: usize,
    turns: usize,
    found: Found,
}

/// The schema among several that a value is meant for.
enum Choice<'s> {
    /// Any of them, since the value has no problem with one.
    Fits,
    One(&'s Value),
    /// None of them. The one that the value is closest to has further problems.
    None(Problem, Option<&'s Value>),
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
            self.keys(schema, value, object, at, before);
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
    fn push(&mut self, problem: Problem) {
        let is_same = |other: &Problem| {
            other.field == problem.field
                && (other.kind == problem.kind
                    || matches!((other.kind, problem.kind), (Kind::Missing, Kind::NotOneOf)))
        };
        if !self.found.problems.iter().any(is_same) {
            self.found.problems.push(problem);
        }
    }

    /// The schema that a reference names.
    fn target(&self, schema: &'s Value) -> &'s Value {
        resolved(self.root, schema)
    }

    /// The verdict of a schema and its subschemas on one value.
    fn in_place(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>) {
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
            let problem = Problem::new(at.path(), Kind::NotOneOf).expected(expected);
            return self.push(problem);
        }
        if !self.has_type(schema, value) {
            let mut problem =
                Problem::new(at.path(), Kind::WrongType).expected(described(self.root, schema, 0));
            if !self.is_text {
                problem = problem.found(found(value));
            }
            return self.push(problem);
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

    fn has_type(&self, schema: &Value, value: &Value) -> bool {
        let text = value.as_str().filter(|_| self.is_text);
        let is = |name: &str| match (name, text) {
            ("integer" | "number" | "boolean", Some(_)) => number_of(name, value).is_some(),
            ("integer", None) => value.is_i64() || value.is_u64(),
            ("number", None) => value.is_number(),
            ("boolean", None) => value.is_boolean(),
            ("string", _) => value.is_string(),
            ("array", _) => value.is_array(),
            ("object", _) => value.is_object(),
            ("null", _) => value.is_null(),
            _ => true,
        };
        match schema.get("type") {
            Some(Value::String(name)) => is(name),
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).any(is),
            _ => true,
        }
    }

    /// Numbers and lengths.
    fn range(&mut self, schema: &Value, value: &Value, at: &Place<'_>) {
        if Range::of(schema).is_some_and(|range| !range.contains(schema, value, self.is_text)) {
            let expected = described(self.root, schema, 0);
            let problem = Problem::new(at.path(), Kind::OutOfRange).expected(expected);
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
            let problem = Problem::new(at.path(), Kind::OutOfRange).expected(expected);
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
                let missing = Problem::new(at.path_of(required), Kind::Missing).expected(expected);
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

    /// The keys of an object that all schemas for it do not know.
    fn keys(
        &mut self,
        schema: &'s Value,
        value: &Value,
        object: &Map<String, Value>,
        at: &Place<'_>,
        before: usize,
    ) {
        let mut known = Known::default();
        self.collect(schema, value, at, &mut known);
        let Known { names, is_open, is_closed } = known;
        if names.is_empty() && !is_closed {
            return;
        }
        let path = at.path();
        let fields = self.notes.structs.iter().find(|noted| noted.path == path);
        let fields = fields.map_or(&[][..], |noted| noted.fields);
        // Another name of a field may be the missing one.
        let has_alias =
            fields.iter().any(|field| object.contains_key(*field) && !names.contains(field));
        if has_alias {
            let problems = self.found.problems.iter_mut().skip(before);
            let required = names.iter().map(|name| at.path_of(name)).collect::<Vec<_>>();
            let aliased: Vec<_> = problems
                .filter(|problem| {
                    problem.kind == Kind::Missing && required.contains(&problem.field)
                })
                .map(|problem| problem.clone())
                .collect();
            self.found.problems.retain(|problem| !aliased.contains(problem));
        }
        if is_open {
            return;
        }
        let absent: Vec<&str> =
            names.iter().copied().filter(|name| !object.contains_key(*name)).collect();
        let is_unknown = |key: &&String| {
            let is_exempt = at.depth() == 0 && *key == "_meta";
            !is_exempt && !names.contains(&key.as_str()) && !fields.contains(&key.as_str())
        };
        let mut unknown: Vec<_> = object.keys().filter(is_unknown).take(MAX_UNKNOWN + 1).collect();
        if unknown.len() > MAX_UNKNOWN {
            if is_closed {
                let problem = Problem::many_unknown(at, MAX_UNKNOWN).expected(any_of(names));
                self.push(problem);
                return;
            }
            unknown.clear();
        }
        for key in unknown {
            let missing: Vec<_> =
                absent.iter().copied().filter(|name| self.is_missing(&at.path_of(name))).collect();
            let near = nearest(key, missing, Reach::Far);
            let reach = if is_closed { Reach::Far } else { Reach::Near };
            let near = near.or_else(|| nearest(key, absent.iter().copied(), reach));
            let problem = Problem::unknown(at, key);
            match near {
                Some(name) => {
                    let meant = at.path_of(name);
                    let problems = &mut self.found.problems;
                    problems.retain(|other| other.kind != Kind::Missing || other.field != meant);
                    self.push(problem.did_you_mean(Some(name)));
                }
                None if is_closed => {
                    let expected =
                        if absent.is_empty() { None } else { Some(any_of(absent.iter().copied())) };
                    self.push(problem.expected(expected));
                }
                None => self.found.ignored.push((path.clone(), problem)),
            }
        }
    }

    fn is_missing(&self, path: &str) -> bool {
        let is_it = |other: &Problem| other.kind == Kind::Missing && other.field == path;
        self.found.problems.iter().any(is_it)
    }

    /// The keys that a schema and those within it know, of which the value chooses among several.
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

    /// The schema among several that a value is meant for.
    fn choose(&mut self, branches: &'s [Value], value: &Value, at: &Place<'_>) -> Choice<'s> {
        let root = self.root;
        let has_null = branches.iter().any(|branch| is_null(resolved(root, branch)));
        if value.is_null() && has_null {
            return Choice::Fits;
        }
        let mut branches: Vec<&'s Value> =
            branches.iter().filter(|branch| !is_null(resolved(root, branch))).collect();
        if let [branch] = branches.as_slice() {
            return Choice::One(branch);
        }
        if let Some(choice) = self.by_word(&branches, value, at) {
            return choice;
        }
        if let Some(choice) = self.by_tag(&branches, value, at) {
            return choice;
        }
        if let Some(choice) = self.by_key(&branches, value, at) {
            return choice;
        }
        let of_type: Vec<_> = branches
            .iter()
            .copied()
            .filter(|branch| self.has_type(resolved(root, branch), value))
            .collect();
        if of_type.is_empty() {
            let expected = branches.iter().map(|branch| described(root, branch, 0));
            let mut expected: Vec<_> = expected.collect();
            expected.dedup();
            let problem = Problem::new(at.path(), Kind::WrongType).expected(expected.join(" or "));
            return Choice::None(problem.found(found(value)), None);
        }
        branches = of_type;
        if let [branch] = branches.as_slice() {
            return Choice::One(branch);
        }
        let mut best: Option<(usize, &'s Value)> = None;
        for branch in branches {
            let problems = self.trial(branch, value, at);
            if problems == 0 {
                return Choice::Fits;
            }
            if best.is_none_or(|(fewest, _)| problems < fewest) {
                best = Some((problems, branch));
            }
        }
        best.map_or(Choice::Fits, |(_, branch)| Choice::One(branch))
    }

    /// The number of problems that a value has with a schema.
    fn trial(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>) -> usize {
        let kept = std::mem::take(&mut self.found);
        let stopped = self.stopped.take();
        self.in_place(schema, value, at);
        self.stopped = stopped;
        std::mem::replace(&mut self.found, kept).problems.len()
    }

    /// Words alone: an enum of unit variants, each with its own description.
    fn by_word(&self, branches: &[&'s Value], value: &Value, at: &Place<'_>) -> Option<Choice<'s>> {
        let mut words = Vec::new();
        for branch in branches {
            words.extend(words_of(self.root, resolved(self.root, branch))?);
        }
        Some(match misspelt(&words, value, at) {
            Some(problem) => Choice::None(problem, None),
            None => Choice::Fits,
        })
    }

    /// Objects that a constant distinguishes: an enum with a tag.
    fn by_tag(
        &mut self,
        branches: &[&'s Value],
        value: &Value,
        at: &Place<'_>,
    ) -> Option<Choice<'s>> {
        let root = self.root;
        let first = resolved(root, branches.first()?).get("properties")?.as_object()?;
        let word = |branch: &&'s Value, tag: &str| {
            let branch = resolved(root, branch);
            match words_of(root, branch.get("properties")?.get(tag)?)?.as_slice() {
                [word] => Some(*word),
                _ => None,
            }
        };
        let tag = first.keys().find(|tag| branches.iter().all(|b| word(b, tag).is_some()))?;
        let words: Vec<&str> = branches.iter().filter_map(|branch| word(branch, tag)).collect();
        let object = value.as_object()?;
        let with =
            |given: &str| branches.iter().copied().find(|branch| word(branch, tag) == Some(given));
        let mut closest = None;
        let problem = match object.get(tag.as_str()) {
            Some(Value::String(given)) => {
                if let Some(branch) = with(given) {
                    return Some(Choice::One(branch));
                }
                let problem = Problem::not_one_of(at.path_of(tag), given, words);
                closest = problem.did_you_mean.as_deref().and_then(with);
                problem
            }
            Some(other) => Problem::new(at.path_of(tag), Kind::WrongType)
                .expected(any_of(words))
                .found(found(other)),
            None => {
                // The tag can be there under a misspelt key. Then it is missing in the schema that it chooses.
                let key =
                    object.keys().find(|key| nearest(key, [tag.as_str()], Reach::Far).is_some());
                let given = key.and_then(|key| object.get(key)?.as_str());
                if let Some(branch) = given.and_then(with) {
                    return Some(Choice::One(branch));
                }
                Problem::new(at.path_of(tag), Kind::Missing).expected(any_of(words))
            }
        };
        if closest.is_none() {
            closest = self.closest(branches, object);
        }
        Some(Choice::None(problem, closest))
    }

    /// The schema among several that knows most of an object's keys, even if they are misspelt.
    fn closest(&self, branches: &[&'s Value], object: &Map<String, Value>) -> Option<&'s Value> {
        let known = |branch: &'s Value| {
            let properties = resolved(self.root, branch).get("properties")?.as_object()?;
            let names = || properties.keys().map(String::as_str);
            let keys = object.keys().take(MAX_UNKNOWN);
            Some(keys.filter(|key| nearest(key, names(), Reach::Near).is_some()).count())
        };
        let mut branches: Vec<_> =
            branches.iter().map(|branch| (known(branch).unwrap_or_default(), *branch)).collect();
        branches.sort_by_key(|(known, _)| std::cmp::Reverse(*known));
        match branches.as_slice() {
            [(most, branch), (others, _), ..] if most > others => Some(branch),
            _ => None,
        }
    }

    /// Objects with one key, and words: an enum without a tag in its contents.
    fn by_key(&self, branches: &[&'s Value], value: &Value, at: &Place<'_>) -> Option<Choice<'s>> {
        let root = self.root;
        let mut names: Vec<&'s str> = Vec::new();
        let mut chosen = None;
        for branch in branches {
            let resolved = resolved(root, branch);
            if let Some(words) = words_of(root, resolved) {
                names.extend(words);
                continue;
            }
            let [required] = resolved.get("required")?.as_array()?.as_slice() else { return None };
            if resolved.get("additionalProperties") != Some(&Value::Bool(false)) {
                return None;
            }
            let name = required.as_str()?;
            names.push(name);
            if value.get(name).is_some() {
                chosen = Some(*branch);
            }
        }
        Some(match (value, chosen) {
            (Value::Object(object), Some(branch)) if object.len() == 1 => Choice::One(branch),
            (Value::Object(object), None) if object.len() == 1 => {
                let key = object.keys().next()?;
                let near = nearest(key, names.iter().copied(), Reach::Far);
                let problem = Problem::unknown(at, key).expected(any_of(names)).did_you_mean(near);
                Choice::None(problem, None)
            }
            (Value::String(word), _) if names.contains(&word.as_str()) => {
                let is_word = |branch: &&&'s Value| {
                    words_of(root, resolved(root, branch))
                        .is_some_and(|w| w.contains(&word.as_str()))
                };
                if branches.iter().any(|branch| is_word(&branch)) {
                    return Some(Choice::Fits);
                }
                let expected = format!("an object with the key `{word}`");
                let problem = Problem::new(at.path(), Kind::WrongType).found("a string");
                Choice::None(problem.expected(expected), None)
            }
            (Value::String(word), _) => {
                Choice::None(Problem::not_one_of(at.path(), word, names), None)
            }
            (Value::Object(_), _) => {
                let expected = format!("an object with one of the keys {}", any_of(names));
                Choice::None(Problem::new(at.path(), Kind::Invalid).expected(expected), None)
            }
            (other, _) => {
                let problem = Problem::new(at.path(), Kind::WrongType).expected(any_of(names));
                Choice::None(problem.found(json_type(other)), None)
            }
        })
    }
}

/// The keys of an object that its schemas know.
#[derive(Default)]
struct Known<'s> {
    names: Vec<&'s str>,
    /// Whether further keys are part of the data.
    is_open: bool,
    /// Whether further keys are rejected.
    is_closed: bool,
}

/// The problem of a value that is none of these words.
fn misspelt(words: &[&str], value: &Value, at: &Place<'_>) -> Option<Problem> {
    match value {
        Value::String(given) if words.contains(&given.as_str()) => None,
        Value::String(given) => Some(Problem::not_one_of(at.path(), given, words.iter().copied())),
        other => {
            let problem = Problem::new(at.path(), Kind::WrongType).found(json_type(other));
            Some(problem.expected(any_of(words.iter().copied())))
        }
    }
}
