//! A walk over a value and its schema, which finds every problem that the schema can explain. serde decides whether a value fits.

use std::cell::Cell;
use std::collections::{BTreeMap, HashSet};
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::known::Known;
use crate::nearest::{Reach, nearest_within, spend};
use crate::place::{Address, Place, Spot};
use crate::problems::{Problem, ProblemKind};
use crate::recorder::{Seen, typed};
use crate::repair::{Edit, Repair, Rule, meant, meant_name, nothing};
use crate::shape::Shape;
use crate::stop::Names;
use crate::words::{any_of, is_whole, json_type};

/// The work of a walk, in steps of some 20 ns: a fixed number of steps, and more steps for each byte of the arguments.
pub(crate) const WORK: (usize, usize) = (5_000, 12);

/// The number of steps for one value and one schema, and for one problem.
const STEPS: (usize, usize) = (6, 60);

/// The largest number of problems.
const MAX_FOUND: usize = 256;

/// The largest number of nested schemas for one value.
const MAX_TURNS: usize = 24;

/// Returns somewhat less than the length of the JSON in bytes.
pub(crate) fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(|item| 1 + size(item)).sum::<usize>() + 1,
        Value::Object(object) => {
            object.iter().map(|(key, value)| key.len() + 3 + size(value)).sum::<usize>() + 1
        }
        Value::String(text) => text.len() + 2,
        _ => 1,
    }
}

#[derive(Default)]
pub(crate) struct Walk<'w> {
    pub(crate) seen: Seen,
    /// The values that the author's own code rejects, with the schema's expectations. `None` if serde accepts the arguments.
    pub(crate) stopped: Option<BTreeMap<Address, Option<Problem>>>,
    /// Whether the values of the arguments are text.
    pub(crate) is_form: bool,
    /// Whether values and keys are repaired.
    pub(crate) is_repairing: bool,
    /// Asks serde whether it knows the key of a value.
    pub(crate) is_alias: Option<&'w dyn Fn(&Value) -> bool>,
    /// The work that is left.
    pub(crate) work: Cell<usize>,
    /// The names of structs by their schemas.
    pub(crate) by_shape: BTreeMap<*const Shape, Names>,
    /// The number of schemas around this one, for the same value.
    pub(crate) turns: usize,
    /// The known keys of the current object, from the schemas so far.
    pub(crate) known: Known,
    pub(crate) problems: Vec<Problem>,
    /// Repairs of some of these problems.
    pub(crate) repairs: Vec<Repair>,
}

impl Walk<'_> {
    /// Finds the problems of arguments. If serde accepts the arguments, finds only their unknown keys.
    pub(crate) fn over(&mut self, shape: Option<&'static Shape>, arguments: &Value) {
        let (some, more) = WORK;
        self.work.set(some + more * size(arguments));
        self.seen.buffered.sort_unstable();
        if let Some(shape) = shape {
            self.value(shape, Spot::new(arguments, &Place::default()));
        }
        if !self.seen.ignored.is_empty() {
            self.add_ignored();
        }
    }

    /// Adds the keys that serde ignores, unless the schema has already reported them.
    fn add_ignored(&mut self) {
        let unknown = self.problems.iter().filter(|problem| problem.kind == ProblemKind::Unknown);
        let known: HashSet<&str> = unknown.map(|problem| &*problem.field).collect();
        let others = self.seen.ignored.values().filter(|problem| !known.contains(&*problem.field));
        // Sort by field, since the addresses of values differ from run to run.
        let others: BTreeMap<_, _> = others.map(|problem| (&problem.field, problem)).collect();
        let others: Vec<Problem> = others.into_values().cloned().collect();
        self.problems.extend(others);
    }

    /// Spends some steps, and returns whether work is left.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        spend(&self.work, steps)
    }

    pub(crate) fn nearest<'n>(
        &self,
        name: &str,
        known: impl IntoIterator<Item = &'n str>,
        reach: Reach,
    ) -> Option<&'n str> {
        nearest_within(name, known, reach, &self.work)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.work.get() == 0 || self.problems.len() >= MAX_FOUND
    }

    /// Adds a problem, unless its field already has a problem of this kind, since several schemas for one value can report the same
    /// problem. If serde accepts the arguments, unknown keys are their only problems. Returns whether the problem is new.
    pub(crate) fn push(&mut self, problem: Problem) -> bool {
        let is_same = |other: &Problem| {
            let is_tag =
                (other.kind, problem.kind) == (ProblemKind::Missing, ProblemKind::NotOneOf);
            other.field == problem.field && (other.kind == problem.kind || is_tag)
        };
        let is_wanted = self.stopped.is_some() || problem.kind == ProblemKind::Unknown;
        let is_new = is_wanted && self.spend(STEPS.1) && !self.problems.iter().any(is_same);
        if is_new {
            self.problems.push(problem);
        }
        is_new
    }

    /// Whether serde buffers a value, in an object without known fields.
    pub(crate) fn is_buffered(&self, value: &Value) -> bool {
        self.seen.buffered.binary_search(&std::ptr::from_ref(value)).is_ok()
    }

    /// Adds a repair of the last problem, unless repairs are turned off.
    pub(crate) fn repair(&mut self, value: &Value, rule: Rule, edit: Edit) {
        if self.is_repairing {
            self.edit(value, rule, edit);
        }
    }

    /// Adds an edit that solves the last problem.
    pub(crate) fn edit(&mut self, value: &Value, rule: Rule, edit: Edit) {
        if let Some(problem) = self.problems.last() {
            self.repairs.push(Repair { problem: problem.clone(), at: value, rule, edit });
        }
    }

    /// Adds the problem of a value of the wrong type. Returns whether the problem is new.
    pub(crate) fn push_type(&mut self, at: Spot<'_>, expected: String) -> bool {
        let problem = Problem::new(at.place, ProblemKind::WrongType);
        self.push(problem.found(json_type(at.value)).expected(expected))
    }

    /// Adds a problem with the description of the schema as its expectation.
    fn push_described(&mut self, kind: ProblemKind, shape: &Shape, at: Spot<'_>) {
        let problem = Problem::new(at.place, kind).expected(shape.described());
        let address = std::ptr::from_ref(at.value);
        if let Some(expectation) = self.stopped.as_mut().and_then(|all| all.get_mut(&address))
            && kind != ProblemKind::OutOfRange
        {
            // The author's own code names the problem.
            *expectation = Some(problem);
        } else {
            self.push(problem);
        }
    }

    /// Whether a value can have a problem that is still of interest. If serde accepts a value, only its keys can be a problem.
    fn can_be_wrong(&self, value: &Value) -> bool {
        let has_keys = value.is_object() || value.is_array();
        !self.is_done() && (has_keys || self.stopped.is_some())
    }

    /// Checks a value at its place.
    pub(crate) fn value(&mut self, shape: &'static Shape, at: Spot<'_>) {
        if !self.can_be_wrong(at.value) {
            return;
        }
        let around = (std::mem::take(&mut self.turns), std::mem::take(&mut self.known));
        let before = self.problems.len();
        let typed = self.typed(shape, at.value);
        self.in_place(shape, Spot { value: typed.as_ref().unwrap_or(at.value), ..at });
        if self.problems.len() > before
            && let Some(edit) = nothing(shape, at)
        {
            self.repair(at.value, std::ptr::from_ref(shape).cast(), edit);
        }
        if let Value::Object(object) = at.value {
            self.keys(object, at, before);
        }
        (self.turns, self.known) = around;
        self.expectation(shape, at);
    }

    /// Adds the expectation of a value that the author's own code rejects, if the schema requires more than a type.
    fn expectation(&mut self, shape: &Shape, at: Spot<'_>) {
        let address = std::ptr::from_ref(at.value);
        if !self.stopped.as_ref().is_some_and(|stopped| stopped.contains_key(&address)) {
            return;
        }
        let is_text = at.value.is_string() && shape.allows("string");
        if is_text && (shape.format.is_some() || shape.pattern.is_some()) {
            self.push_described(ProblemKind::BadFormat, shape, at);
        } else if !shape.forms.is_empty() {
            self.push_described(ProblemKind::Invalid, shape, at);
        }
    }

    /// Parses the number or the boolean in a text of a form, if the schema requires one.
    fn typed(&self, shape: &Shape, value: &Value) -> Option<Value> {
        let typed = typed(value.as_str().filter(|_| self.is_form)?)?;
        shape.has_type_of(&typed).then_some(typed)
    }

    /// Checks one value against a schema and its inner schemas.
    fn in_place(&mut self, shape: &'static Shape, at: Spot<'_>) {
        if self.turns == MAX_TURNS || !self.spend(STEPS.0) {
            // The skipped schemas can know further keys.
            self.known.is_open = true;
            return;
        }
        self.turns += 1;
        for all in &shape.all {
            self.in_place(all.shape(), at);
        }
        if self.has_kind(shape, at) {
            self.parts(shape, at);
        }
        self.turns -= 1;
    }

    /// Whether a value is one of the words and has one of the types of a schema. If not, the rest of the schema does not apply to the
    /// value.
    fn has_kind(&mut self, shape: &'static Shape, at: Spot<'_>) -> bool {
        let words = &shape.words;
        if !words.is_empty() && !at.value.is_null() && !self.is_word(words, at.value) {
            self.misspelt(words, at);
            return false;
        }
        if let Some(constant) = shape.constant.filter(|constant| *constant != at.value) {
            let problem = Problem::new(at.place, ProblemKind::NotOneOf);
            self.push(problem.expected(constant.to_string()));
            return false;
        }
        // A schema of alternatives names no type itself.
        let is_text_of_object = at.value.is_string() && shape.only_type() == Some("object");
        if shape.has_type_of(at.value) && !is_text_of_object {
            return true;
        }
        let is_large = is_whole(at.value) && shape.allows("integer");
        if is_large && matches!(shape.format, Some("int128" | "uint128")) {
            return true;
        }
        if is_large {
            let problem = Problem::new(at.place, ProblemKind::OutOfRange);
            self.push(problem.expected(shape.described()).rule("it has more than 64 bits"));
        } else if self.push_type(at, shape.described()) {
            self.meant(shape, at);
        }
        false
    }

    /// Adds the repair of a value of the wrong type, which was the last problem. Also checks the JSON in a text.
    fn meant(&mut self, shape: &'static Shape, at: Spot<'_>) {
        let text = at.value.as_str().unwrap_or_default();
        if !self.spend(text.len() / 2) {
            return;
        }
        if let Some(meant) = meant(shape, at).map(Rc::new) {
            let edit = Edit::Value(Some(Rc::clone(&meant)));
            self.repair(at.value, std::ptr::from_ref(shape).cast(), edit);
            if at.value.is_string() {
                self.value(shape, Spot { value: &meant, ..at });
            }
        }
    }

    /// Checks a value of the right type.
    fn parts(&mut self, shape: &'static Shape, at: Spot<'_>) {
        for forms in &shape.forms {
            if let Some(form) = self.choose(forms, at) {
                self.in_place(form, at);
                continue;
            }
            // Without a chosen schema, the keys of all alternatives are known.
            let forms = forms.iter().flat_map(|form| form.shape().with_all());
            forms.for_each(|form| self.known.add_properties(form));
        }
        if !shape.has_in_range(at.value) {
            self.push_described(ProblemKind::OutOfRange, shape, at);
        } else if !shape.matches(at.value) {
            self.push_described(ProblemKind::BadFormat, shape, at);
        }
        match at.value {
            Value::Object(object) => self.object(shape, object, at),
            Value::Array(items) => self.list(shape, items, at),
            _ => {}
        }
    }

    fn list(&mut self, shape: &'static Shape, items: &[Value], at: Spot<'_>) {
        for (index, item) in items.iter().enumerate() {
            let Some(schema) = shape.first.get(index).or(shape.items.as_ref()) else { return };
            if self.is_done() {
                return;
            }
            self.value(schema.shape(), Spot::new(item, &at.place.index(index)));
        }
    }

    fn object(&mut self, shape: &'static Shape, object: &Map<String, Value>, at: Spot<'_>) {
        let fields = self.fields(shape, at.value);
        self.known.add(shape, fields);
        // If serde accepts the arguments, no required key is missing.
        if self.stopped.is_some() {
            self.known.require(&shape.required);
        }
        for (key, value) in object {
            if !self.spend(2) || !self.can_be_wrong(value) {
                continue;
            }
            let property = shape.properties.get(key.as_str()).copied();
            let schema = property.or_else(|| self.known.aliased(key)).or(shape.others);
            if let Some(schema) = schema {
                let is_optional = property.is_some() && !shape.required.contains(&key.as_str());
                let place = &at.place.key(key);
                self.value(schema.shape(), Spot { value, place, is_optional });
            }
        }
    }

    /// The field names of an object, if serde has listed them for this object, or for another object with the same schema.
    fn fields(&mut self, shape: &'static Shape, object: &Value) -> Option<Names> {
        if shape.properties.is_empty() || self.seen.names.is_empty() {
            return None;
        }
        let names = self.seen.names.get(&std::ptr::from_ref(object)).copied();
        match names.filter(|names| shape.properties.keys().all(|key| names.contains(key))) {
            Some(names) => {
                self.by_shape.insert(shape, names);
                Some(names)
            }
            None => self.by_shape.get(&std::ptr::from_ref(shape)).copied(),
        }
    }

    /// Whether a value is one of these words, or an alias that serde lists for it.
    pub(crate) fn is_word(&self, words: &[&'static str], value: &Value) -> bool {
        value.as_str().is_some_and(|given| self.names(words, value).any(|word| word == given))
    }

    /// These words, and the names that serde lists for the value.
    pub(crate) fn names<'w>(
        &self,
        words: &'w [&'static str],
        value: &Value,
    ) -> impl Iterator<Item = &'static str> + use<'w> {
        let names = self.seen.names.get(&std::ptr::from_ref(value)).copied().unwrap_or_default();
        words.iter().chain(names).copied()
    }

    /// Adds the problem of a value that is none of these words.
    pub(crate) fn misspelt(&mut self, words: &[&'static str], at: Spot<'_>) {
        self.spend(4 * words.len());
        let Some(given) = at.value.as_str() else {
            self.push_type(at, any_of(words.iter().copied()));
            return;
        };
        let problem = Problem::new(at.place, ProblemKind::NotOneOf).one_of(given, words);
        let is_new = self.push(problem);
        let meant = meant_name(given.trim(), self.names(words, at.value)).filter(|_| is_new);
        if let (Some(word), Some(first)) = (meant, words.first()) {
            let word = Some(Rc::new(word.into()));
            self.repair(at.value, first.as_ptr().cast(), Edit::Value(word));
        }
    }
}
