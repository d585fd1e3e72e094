//! Chooses the schema that a value is meant for among several, such as the variants of an enum.

use serde_json::{Map, Value};

use crate::describe::either;
use crate::nearest::Reach;
use crate::place::Spot;
use crate::problems::{Problem, ProblemKind};
use crate::repair::{Edit, meant_name};
use crate::shape::{Link, Shape};
use crate::walk::Walk;
use crate::words::any_of;

/// The largest number of an object's keys that are compared with the keys of every schema.
const MAX_KEYS: usize = 32;

impl Walk<'_> {
    /// Returns the schema that a value is meant for. `None` if several schemas fit, or if the pushed problem is enough.
    pub(crate) fn choose(&mut self, all: &'static [Link], at: Spot<'_>) -> Option<&'static Shape> {
        let forms: Vec<_> =
            all.iter().map(|form| form.shape()).filter(|form| !form.is_null()).collect();
        if (at.value.is_null() && forms.len() < all.len()) || !self.spend(4 * forms.len()) {
            return None;
        }
        if let [form] = forms.as_slice() {
            return Some(form);
        }
        if let Value::Object(object) = at.value
            && let Some(tag) = tag_of(&forms)
        {
            return self.by_tag(tag, &forms, object, at);
        }
        if let Some(names) = names_of(&forms) {
            return self.by_name(&names, at);
        }
        let of_type: Vec<_> =
            forms.iter().copied().filter(|form| form.has_type_of(at.value)).collect();
        match of_type.as_slice() {
            [] => {
                self.push_type(at, either(all, 0));
                None
            }
            [form] => Some(form),
            forms => {
                let object = at.value.as_object()?;
                let lacks =
                    |form: &&Shape| form.required.iter().any(|key| !object.contains_key(*key));
                // If no schema fits, report the problems of the first one.
                let first = forms.first().copied().filter(|_| forms.iter().all(lacks));
                self.closest(forms, object).or(first)
            }
        }
    }

    /// Returns the schema of the variant that a tag names.
    fn by_tag(
        &mut self,
        tag: &'static str,
        forms: &[&'static Shape],
        object: &Map<String, Value>,
        at: Spot<'_>,
    ) -> Option<&'static Shape> {
        let with = |given: &str| forms.iter().copied().find(|form| form.word(tag) == Some(given));
        let is_tag = |key: &&String| self.nearest(key, [tag], Reach::Far).is_some();
        // The key of the tag can be misspelt. Then the chosen schema reports the missing tag.
        let given = object.get(tag).or_else(|| object.get(object.keys().find(is_tag)?));
        if let Some(form) = given.and_then(Value::as_str).and_then(with) {
            return Some(form);
        }
        let words: Vec<&'static str> = forms.iter().filter_map(|form| form.word(tag)).collect();
        let Some(value) = object.get(tag) else {
            self.known.require(&[tag]);
            if given.is_none() {
                let problem = Problem::new(at.place.path_of(tag), ProblemKind::Missing);
                self.push(problem.expected(any_of(words)));
            }
            return self.closest(forms, object);
        };
        self.misspelt(&words, Spot::new(value, &at.place.key(tag)));
        let near = |given| self.nearest(given, words, Reach::Far);
        value.as_str().and_then(near).and_then(with).or_else(|| self.closest(forms, object))
    }

    /// The schema among several that knows most of the keys of an object and of the objects in it, even if they are misspelt.
    fn closest(
        &self,
        forms: &[&'static Shape],
        object: &Map<String, Value>,
    ) -> Option<&'static Shape> {
        let known = |form: &'static Shape| {
            let inner = object.iter().take(MAX_KEYS).filter_map(|(key, value)| {
                let (_, link) = form.keys().find(|(name, _)| name == key)?;
                Some(self.count_known(link.shape(), value.as_object()?))
            });
            self.count_known(form, object) + inner.sum::<usize>()
        };
        let mut forms: Vec<_> = forms.iter().map(|form| (known(form), *form)).collect();
        forms.sort_by_key(|(known, _)| std::cmp::Reverse(*known));
        match forms.as_slice() {
            [(most, form), (others, _), ..] if most > others => Some(form),
            _ => None,
        }
    }

    fn count_known(&self, form: &'static Shape, object: &Map<String, Value>) -> usize {
        let names = || form.keys().map(|(key, _)| key);
        let near = |key: &&String| self.nearest(key, names(), Reach::Near);
        object.keys().take(MAX_KEYS).filter(|key| near(key).is_some()).count()
    }

    /// The schema of the variant that a word or an only key names.
    fn by_name(&mut self, names: &[Named], at: Spot<'_>) -> Option<&'static Shape> {
        let words: Vec<&'static str> = names.iter().map(|(name, _)| *name).collect();
        let with = |given: &str| names.iter().find(|(name, _)| *name == given);
        let has_keys = names.iter().any(|(_, form)| form.is_some());
        match at.value {
            Value::Object(object) if has_keys && object.len() == 1 => {
                let (key, value) = object.iter().next()?;
                if let Some((_, Some(form))) = with(key) {
                    return Some(form);
                }
                // `keys` need not report the key: this function does, or serde knows the key.
                self.known.is_open = true;
                if self.names(&words, at.value).any(|name| name == key) {
                    return None;
                }
                let is_new = self.push(Problem::unknown(at.place, key).one_of(key, &words));
                let meant = meant_name(key, words.iter().copied()).filter(|_| is_new);
                if let Some((name, Some(form))) = meant.and_then(with) {
                    self.repair(value, std::ptr::null(), Edit::Key(name));
                    if let Some(contents) = form.properties.get(name) {
                        self.value(contents.shape(), Spot::new(value, &at.place.key(key)));
                    }
                }
            }
            Value::Object(_) if has_keys => {
                let names = any_of(words.iter().copied());
                let expected = format!("an object with one of the keys {names}");
                self.push(Problem::new(at.place, ProblemKind::Invalid).expected(expected));
            }
            Value::String(word) if matches!(with(word), Some((_, Some(_)))) => {
                self.push_type(at, format!("an object with the key `{word}`"));
            }
            value if self.is_word(&words, value) => {}
            _ => self.misspelt(&words, at),
        }
        None
    }
}

/// Finds the tag of an enum: a key with a constant value in every schema.
fn tag_of(forms: &[&'static Shape]) -> Option<&'static str> {
    let mut names = forms.first()?.keys().map(|(key, _)| key);
    names.find(|name| forms.iter().all(|form| form.word(name).is_some()))
}

/// A variant of an enum without a tag: a word, or the only key of an object with a schema.
type Named = (&'static str, Option<&'static Shape>);

/// The variants, if all schemas are words and objects with one key.
fn names_of(forms: &[&'static Shape]) -> Option<Vec<Named>> {
    let mut names = Vec::new();
    for form in forms {
        match form.required.as_slice() {
            _ if !form.words.is_empty() => {
                names.extend(form.words.iter().map(|word| (*word, None)));
            }
            [key] if form.is_closed => names.push((*key, Some(*form))),
            _ => return None,
        }
    }
    Some(names)
}
