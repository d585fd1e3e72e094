//! The schema among several that a value is meant for: a variant of an enum.

use serde_json::{Map, Value};

use crate::describe::{described, found, is_null, resolved, words_of};
use crate::keys::MAX_UNKNOWN;
use crate::nearest::{Reach, nearest_within};
use crate::place::Place;
use crate::problems::{Problem, ProblemKind};
use crate::walk::{Walk, has_type, parts};
use crate::words::any_of;

/// The schema among several that a value is meant for. Without one and without a problem, the value fits.
#[derive(Default)]
pub(crate) struct Choice<'s> {
    pub(crate) problem: Option<Problem>,
    /// The schema, or the closest one if none of them fits.
    pub(crate) form: Option<&'s Value>,
}

impl<'s> From<&'s Value> for Choice<'s> {
    fn from(form: &'s Value) -> Self {
        Self { problem: None, form: Some(form) }
    }
}

impl From<Problem> for Choice<'_> {
    fn from(problem: Problem) -> Self {
        Self { problem: Some(problem), form: None }
    }
}

impl<'s> Walk<'s> {
    /// The schema among several that a value is meant for.
    pub(crate) fn choose(
        &mut self,
        forms: &'s [Value],
        value: &Value,
        at: &Place<'_>,
    ) -> Choice<'s> {
        let (nulls, mut forms): (Vec<&'s Value>, Vec<_>) =
            forms.iter().partition(|form| is_null(self.target(form)));
        if value.is_null() && !nulls.is_empty() {
            return Choice::default();
        }
        if let [form] = forms.as_slice() {
            return Choice::from(*form);
        }
        let by_name = self.by_tag(&forms, value, at).or_else(|| self.by_key(&forms, value, at));
        if let Some(choice) = by_name {
            return choice;
        }
        let mut expected: Vec<_> = forms.iter().map(|form| described(self.root, form, 0)).collect();
        forms.retain(|form| has_type(self.target(form), value));
        match forms.as_slice() {
            [] => {
                expected.dedup();
                let problem = Problem::new(at.path(), ProblemKind::WrongType).found(found(value));
                Choice::from(problem.expected(expected.join(" or ")))
            }
            [form] => Choice::from(*form),
            forms => self.by_problems(forms, value, at),
        }
    }

    /// The schema with which a value has the fewest problems.
    fn by_problems(&mut self, forms: &[&'s Value], value: &Value, at: &Place<'_>) -> Choice<'s> {
        let known = self.known.clone();
        let mut best: Option<(usize, &'s Value)> = None;
        for form in forms {
            let problems = self.trial(form, value, at);
            if problems == 0 {
                return Choice::default();
            }
            if best.is_none_or(|(fewest, _)| problems < fewest) {
                best = Some((problems, form));
            }
        }
        self.known = known;
        let closest = value.as_object().and_then(|object| self.closest(forms, object));
        Choice { problem: None, form: closest.or(best.map(|(_, form)| form)) }
    }

    /// Objects that a constant distinguishes: an enum with a tag.
    fn by_tag(&self, forms: &[&'s Value], value: &Value, at: &Place<'_>) -> Option<Choice<'s>> {
        let root = self.root;
        // A tag is next to the reference to its variant's type, or inside the type.
        let properties = |form: &'s Value| {
            let own = form.get("properties").or_else(|| resolved(root, form).get("properties"));
            own.and_then(Value::as_object)
        };
        let word = |form: &&'s Value, tag: &str| match words_of(root, properties(form)?.get(tag)?)?
            .as_slice()
        {
            [word] => Some(*word),
            _ => None,
        };
        let object = value.as_object()?;
        let mut names = properties(forms.first()?)?.keys();
        let tag = names.find(|tag| forms.iter().all(|form| word(form, tag).is_some()))?;
        let words: Vec<&str> = forms.iter().filter_map(|form| word(form, tag)).collect();
        let with = |given: &str| forms.iter().copied().find(|form| word(form, tag) == Some(given));
        let is_tag =
            |key: &&String| nearest_within(key, [tag.as_str()], Reach::Far, &self.work).is_some();
        // The tag can be there under a misspelt key. Then it is missing in the schema that it chooses.
        let given = object.get(tag).or_else(|| object.get(object.keys().find(is_tag)?));
        if let Some(form) = given.and_then(Value::as_str).and_then(with) {
            return Some(Choice::from(form));
        }
        let problem = match object.get(tag) {
            Some(Value::String(given)) => {
                Problem::not_one_of(at.path_of(tag), given, &words, &self.work)
            }
            Some(other) => Problem::new(at.path_of(tag), ProblemKind::WrongType)
                .expected(any_of(words))
                .found(found(other)),
            None => Problem::new(at.path_of(tag), ProblemKind::Missing).expected(any_of(words)),
        };
        let near = problem.did_you_mean.as_deref().and_then(with);
        let form = near.or_else(|| self.closest(forms, object));
        Some(Choice { problem: Some(problem), form })
    }

    /// The schema among several that knows most of an object's keys, even if they are misspelt.
    fn closest(&self, forms: &[&'s Value], object: &Map<String, Value>) -> Option<&'s Value> {
        let known = |form: &'s Value| {
            let properties = resolved(self.root, form).get("properties")?.as_object()?;
            let names = || properties.keys().map(String::as_str);
            let near = |key: &&String| nearest_within(key, names(), Reach::Near, &self.work);
            Some(object.keys().take(MAX_UNKNOWN).filter(|key| near(key).is_some()).count())
        };
        let mut forms: Vec<_> =
            forms.iter().map(|form| (known(form).unwrap_or_default(), *form)).collect();
        forms.sort_by_key(|(known, _)| std::cmp::Reverse(*known));
        match forms.as_slice() {
            [(most, form), (others, _), ..] if most > others => Some(form),
            _ => None,
        }
    }

    /// Words, and objects with one key: an enum without a tag.
    fn by_key(&self, forms: &[&'s Value], value: &Value, at: &Place<'_>) -> Option<Choice<'s>> {
        let (mut names, mut keys) = (Vec::new(), Vec::new());
        for form in forms {
            let target = self.target(form);
            if let Some(more) = words_of(self.root, target) {
                names.extend(more);
            } else if let [Value::String(key)] = parts(target, "required")
                && target.get("additionalProperties") == Some(&Value::Bool(false))
            {
                names.push(key);
                keys.push((key.as_str(), *form));
            } else {
                return None;
            }
        }
        let with = |given: &str| keys.iter().find(|(key, _)| *key == given);
        let problem = match value {
            Value::Object(object) if !keys.is_empty() => {
                let Some((key, _)) = object.iter().next().filter(|_| object.len() == 1) else {
                    let expected = format!("an object with one of the keys {}", any_of(names));
                    let problem = Problem::new(at.path(), ProblemKind::Invalid).expected(expected);
                    return Some(Choice::from(problem));
                };
                if let Some((_, form)) = with(key) {
                    return Some(Choice::from(*form));
                }
                let near = nearest_within(key, names.iter().copied(), Reach::Far, &self.work);
                let problem = Problem::unknown(&at.path(), key).expected(any_of(names));
                Some(problem.did_you_mean(near.map(|(name, _)| name)))
            }
            Value::String(word) if with(word).is_some() => {
                let problem = Problem::new(at.path(), ProblemKind::WrongType).found("a string");
                Some(problem.expected(format!("an object with the key `{word}`")))
            }
            other => self.misspelt(&names, other, at),
        };
        Some(problem.map(Choice::from).unwrap_or_default())
    }
}
