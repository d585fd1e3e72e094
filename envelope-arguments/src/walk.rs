//! One walk over a value and its schema, which finds every problem that the schema knows. Whether a value fits is decided by serde.

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

/// The work of a walk in steps of some 20 ns: some of it, and more for each byte of the arguments.
pub(crate) const WORK: (usize, usize) = (5_000, 12);

/// The steps for one value and one schema, and for a problem.
pub(crate) const STEPS: (usize, usize) = (6, 60);

/// The largest numbers of problems that are looked for: those without a repair, and all.
const MAX_FOUND: (usize, usize) = (64, 256);

/// The largest number of schemas for one value that are within each other.
const MAX_TURNS: usize = 24;

/// The verdict of a schema on a value.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    /// The repairs of some of them.
    pub(crate) repairs: Vec<Repair>,
    /// Unknown keys that serde may know as aliases.
    pub(crate) suspects: Vec<Suspect>,
}

/// A key that is close to an absent one.
pub(crate) struct Suspect {
    pub(crate) repair: Repair,
    /// Whether it is another spelling of the name.
    pub(crate) is_same: bool,
}

/// The work that some arguments are worth.
pub(crate) fn work(value: &Value) -> Cell<usize> {
    let (some, more) = WORK;
    Cell::new(some + more * size(value))
}

/// Somewhat less than the bytes of the JSON.
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
    /// If serde stopped: the values that an author's own code rejects.
    pub(crate) stopped: Option<&'s [Address]>,
    /// Whether the values of the arguments are text.
    is_form: bool,
    /// The names of structs by their schemas.
    by_shape: BTreeMap<*const Shape, Names>,
    /// The work that is left.
    pub(crate) work: &'s Cell<usize>,
    /// The number of schemas around this one, for the same value.
    turns: usize,
    /// The keys of the object that its schemas know so far.
    pub(crate) known: Known,
    pub(crate) found: Found,
}

impl<'s> Walk<'s> {
    /// Finds the problems of a value. If serde accepts it, they are its unknown keys; otherwise they are all, and an author's own code rejects some values.
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

    /// Whether there is work left, less these steps.
    pub(crate) fn spend(&self, steps: usize) -> bool {
        self.work.set(self.work.get().saturating_sub(steps));
        self.work.get() > 0
    }

    pub(crate) fn is_done(&self) -> bool {
        let (count, repairs) = (self.found.problems.len(), self.found.repairs.len());
        self.work.get() == 0 || count.saturating_sub(repairs) >= MAX_FOUND.0 || count >= MAX_FOUND.1
    }

    /// Adds a problem, unless its field has a problem of that kind: several schemas for one value can report the same. If serde accepts
    /// the arguments, unknown keys are their only problems. Returns whether the problem is new.
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

    /// Adds the repair of the last problem. A form keeps its own reading.
    pub(crate) fn repair(&mut self, value: &Value, rule: Rule, edit: Edit) {
        if let Some(problem) = self.found.problems.last().filter(|_| !self.is_form) {
            let repair = Repair { problem: problem.clone(), at: value, rule, edit };
            self.found.repairs.push(repair);
        }
    }

    /// Adds the problem of a value that its schema describes.
    fn push_described(&mut self, kind: ProblemKind, shape: &Shape, at: Spot<'_>) {
        self.push(kind, || Problem::new(at.place, kind).expected(shape.described()));
    }

    /// A value in its own place.
    pub(crate) fn value(&mut self, shape: &'static Shape, at: Spot<'_>) {
        let has_keys = at.value.is_object() || at.value.is_array();
        // Of a value that serde accepts, the keys alone are of interest.
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

    /// The expectation of a value that an author's own code rejects, if it is more than a type.
    fn expectation(&mut self, shape: &Shape, at: Spot<'_>) {
        let is_text = at.value.is_string() && shape.allows("string");
        if is_text && (shape.format.is_some() || shape.pattern.is_some()) {
            self.push_described(ProblemKind::BadFormat, shape, at);
        } else if !shape.forms.is_empty() {
            self.push_described(ProblemKind::Invalid, shape, at);
        }
    }

    /// The number or the boolean in a text of a form, if the schema wants one.
    fn typed(&self, shape: &Shape, value: &Value) -> Option<Value> {
        let typed = typed(value.as_str().filter(|_| self.is_form)?)?;
        shape.has_type_of(&typed).then_some(typed)
    }

    /// The verdict of a schema and of the schemas within it on one value.
    fn in_place(&mut self, shape: &'static Shape, at: Spot<'_>) {
        if self.turns == MAX_TURNS || !self.spend(STEPS.0) {
            // Further schemas can know further keys.
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

    /// Whether a value is one of the words and has one of the types of a schema. Otherwise, the rest of the schema is not about it.
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
        // An enum of objects names no type.
        let is_text_of_object = at.value.is_string() && shape.only_type() == Some("object");
        if shape.has_type_of(at.value) && !is_text_of_object {
            return true;
        }
        let expected = |kind| Problem::new(at.place, kind).expected(shape.described());
        let is_large = is_whole(at.value) && shape.allows("integer");
        if is_large && matches!(shape.format, Some("int128" | "uint128")) {
            return true;
        }
        if is_large {
            let kind = ProblemKind::OutOfRange;
            self.push(kind, || expected(kind).rule("it has more than 64 bits"));
        } else {
            let kind = ProblemKind::WrongType;
            if self.push(kind, || expected(kind).found(json_type(at.value))) {
                self.meant(shape, at);
            }
        }
        false
    }

    /// The repair of a value of the wrong type, which was the last problem, and the problems in the JSON of a text.
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

    /// The verdict on a value of the right type.
    fn parts(&mut self, shape: &'static Shape, at: Spot<'_>) {
        for forms in &shape.forms {
            if let Some(form) = self.choose(forms, at) {
                self.in_place(form, at);
                continue;
            }
            // A key of any of them is known.
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
        // serde has found the keys of arguments that it accepts.
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

    /// The names of the fields of an object, if serde has handed them over for it, or for another one with the same schema.
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

    /// Whether a value is one of these words, or another name of one.
    pub(crate) fn is_word(&self, words: &[&'static str], value: &Value) -> bool {
        value.as_str().is_some_and(|given| self.is_word_of(words, given, value))
    }

    /// Whether a name is one of these words for a value, or another name of one.
    pub(crate) fn is_word_of(&self, words: &[&'static str], name: &str, value: &Value) -> bool {
        self.names(words, value).any(|word| word == name)
    }

    /// These words, and other names of them.
    fn names<'w>(
        &self,
        words: &'w [&'static str],
        value: &Value,
    ) -> impl Iterator<Item = &'static str> + use<'w> {
        let names = self.seen.names.get(&std::ptr::from_ref(value)).copied().unwrap_or_default();
        words.iter().chain(names).copied()
    }

    /// A value that is none of these words.
    pub(crate) fn misspelt(&mut self, words: &[&'static str], at: Spot<'_>) {
        self.spend(4 * words.len());
        let Some(given) = at.value.as_str() else {
            self.push(ProblemKind::WrongType, || {
                let problem =
                    Problem::new(at.place, ProblemKind::WrongType).found(json_type(at.value));
                problem.expected(any_of(words.iter().copied()))
            });
            return;
        };
        let is_new = self.push(ProblemKind::NotOneOf, || {
            Problem::new(at.place, ProblemKind::NotOneOf).one_of(given, words)
        });
        let meant = meant_name(given, self.names(words, at.value)).filter(|_| is_new);
        if let (Some(word), Some(first)) = (meant, words.first()) {
            let word = Some(Rc::new(word.into()));
            self.repair(at.value, first.as_ptr().cast(), Edit::Value(word));
        }
    }
}
