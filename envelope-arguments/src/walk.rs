//! A walk over a value and its schema, which finds every problem that the schema can explain. serde decides whether a value fits.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::known::Known;
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
pub(crate) const STEPS: (usize, usize) = (6, 60);

/// The largest number of problems without a repair, and of all problems.
const MAX_FOUND: (usize, usize) = (64, 256);

/// The largest number of nested schemas for one value.
const MAX_TURNS: usize = 24;

/// The problems that a walk has found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    /// Repairs of some of these problems.
    pub(crate) repairs: Vec<Repair>,
    /// Unknown keys that serde may know as aliases.
    pub(crate) suspects: Vec<Suspect>,
}

/// A key that is close to an absent key.
pub(crate) struct Suspect {
    pub(crate) repair: Repair,
    /// Whether the key is another spelling of the absent key.
    pub(crate) is_same: bool,
}

/// Returns the largest amount of work for some arguments.
pub(crate) fn work(value: &Value) -> Cell<usize> {
    let (some, more) = WORK;
    Cell::new(some + more * size(value))
}

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

pub(crate) struct Walk<'s> {
    pub(crate) seen: &'s Seen,
    /// The values that the author's own code rejects. `None` if serde accepts the arguments.
    pub(crate) stopped: Option<&'s [Address]>,
    /// Whether the values of the arguments are text.
    is_form: bool,
    /// The names of structs by their schemas.
    by_shape: BTreeMap<*const Shape, Names>,
    /// The work that is left.
    pub(crate) work: &'s Cell<usize>,
    /// The number of schemas around this one, for the same value.
    turns: usize,
    /// The known keys of the current object, from the schemas so far.
    pub(crate) known: Known,
    pub(crate) found: Found,
}

impl<'s> Walk<'s> {
    /// Finds the problems of a value. If serde accepts the value, finds only its unknown keys. Otherwise, `stopped` lists the values that
    /// the author's own code rejects.
    pub(crate) fn over(
        shape: &'static Shape,
        value: &Value,
        seen: &'s Seen,
        stopped: Option<&'s [Address]>,
        is_form: bool,
        work: &'s Cell<usize>,
    ) -> Found {
        let mut walk = Self {
            seen,
            stopped,
            is_form,
            by_shape: BTreeMap::new(),
            work,
            turns: 0,
            known: Known::default(),
            found: Found::default(),
        };
        walk.value(shape, Spot::new(value, &Place::default()));
        walk.found
    }

    /// Spends some steps, and returns whether work is left.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        self.work.set(self.work.get().saturating_sub(steps));
        self.work.get() > 0
    }

    pub(crate) fn is_done(&self) -> bool {
        let (count, repairs) = (self.found.problems.len(), self.found.repairs.len());
        self.work.get() == 0 || count.saturating_sub(repairs) >= MAX_FOUND.0 || count >= MAX_FOUND.1
    }

    /// Adds a problem, unless its field already has a problem of this kind, since several schemas for one value can report the same
    /// problem. If serde accepts the arguments, unknown keys are their only problems. Returns whether the problem is new.
    pub(crate) fn push(&mut self, kind: ProblemKind, problem: impl FnOnce() -> Problem) -> bool {
        let is_wanted = self.stopped.is_some() || kind == ProblemKind::Unknown;
        if !is_wanted || !self.spend(STEPS.1) {
            return false;
        }
        let problem = problem();
        let is_same = |other: &Problem| {
            let is_tag = (other.kind, kind) == (ProblemKind::Missing, ProblemKind::NotOneOf);
            other.field == problem.field && (other.kind == kind || is_tag)
        };
        let is_new = !self.found.problems.iter().any(is_same);
        if is_new {
            self.found.problems.push(problem);
        }
        is_new
    }

    /// Adds a repair of the last problem. Forms are not repaired.
    pub(crate) fn repair(&mut self, value: &Value, rule: Rule, edit: Edit) {
        if let Some(problem) = self.found.problems.last().filter(|_| !self.is_form) {
            let repair = Repair { problem: problem.clone(), at: value, rule, edit };
            self.found.repairs.push(repair);
        }
    }

    /// Adds the problem of a value of the wrong type. Returns whether the problem is new.
    pub(crate) fn push_type(&mut self, at: Spot<'_>, expected: impl FnOnce() -> String) -> bool {
        self.push(ProblemKind::WrongType, || {
            let problem = Problem::new(at.place, ProblemKind::WrongType);
            problem.found(json_type(at.value)).expected(expected())
        })
    }

    /// Adds a problem with the description of the schema as its expectation.
    fn push_described(&mut self, kind: ProblemKind, shape: &Shape, at: Spot<'_>) {
        self.push(kind, || Problem::new(at.place, kind).expected(shape.described()));
    }

    /// Checks a value at its place.
    pub(crate) fn value(&mut self, shape: &'static Shape, at: Spot<'_>) {
        let has_keys = at.value.is_object() || at.value.is_array();
        // If serde accepts a value, only its keys can be a problem.
        if self.is_done() || (self.stopped.is_none() && !has_keys) {
            return;
        }
        let address = std::ptr::from_ref(at.value);
        let typed = self.typed(shape, at.value);
        let at = Spot { value: typed.as_ref().unwrap_or(at.value), ..at };
        let around = (std::mem::take(&mut self.turns), std::mem::take(&mut self.known));
        let before = self.found.problems.len();
        self.in_place(shape, at);
        if self.found.problems.len() > before
            && let Some(edit) = nothing(shape, at)
        {
            self.repair(at.value, std::ptr::from_ref(shape).cast(), edit);
        }
        if let Value::Object(object) = at.value {
            self.keys(object, at, before);
        }
        (self.turns, self.known) = around;
        if self.stopped.is_some_and(|stopped| stopped.contains(&address)) {
            self.expectation(shape, at);
        }
    }

    /// Adds the expectation of a value that the author's own code rejects, if the schema requires more than a type.
    fn expectation(&mut self, shape: &Shape, at: Spot<'_>) {
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
            let kind = ProblemKind::NotOneOf;
            self.push(kind, || Problem::new(at.place, kind).expected(constant.to_string()));
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
            let kind = ProblemKind::OutOfRange;
            let problem = || Problem::new(at.place, kind).expected(shape.described());
            self.push(kind, || problem().rule("it has more than 64 bits"));
        } else if self.push_type(at, || shape.described()) {
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
            shape.required.iter().for_each(|name| self.known.require(name, None));
        }
        for (key, value) in object {
            if self.is_done() || !self.spend(2) {
                return;
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

    /// Whether a value is one of these words, or an alias of one.
    pub(crate) fn is_word(&self, words: &[&'static str], value: &Value) -> bool {
        value.as_str().is_some_and(|given| self.is_word_of(words, given, value))
    }

    /// Whether a name is one of these words, or an alias that serde lists for the value.
    pub(crate) fn is_word_of(&self, words: &[&'static str], name: &str, value: &Value) -> bool {
        self.names(words, value).any(|word| word == name)
    }

    /// These words, and the names that serde lists for the value.
    fn names<'w>(
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
            self.push_type(at, || any_of(words.iter().copied()));
            return;
        };
        let is_new = self.push(ProblemKind::NotOneOf, || {
            Problem::new(at.place, ProblemKind::NotOneOf).one_of(given, words)
        });
        let meant = meant_name(given.trim(), self.names(words, at.value)).filter(|_| is_new);
        if let (Some(word), Some(first)) = (meant, words.first()) {
            let word = Some(Rc::new(word.into()));
            self.repair(at.value, first.as_ptr().cast(), Edit::Value(word));
        }
    }
}
