//! The schema among several that a value is meant for: a variant of an enum.

use serde_json::{Map, Value};

use crate::describe::{either, found, is_null, resolved, words_of};
use crate::keys::MAX_UNKNOWN;
use crate::nearest::{Reach, nearest_within};
use crate::place::Spot;
use crate::problems::{Problem, ProblemKind};
use crate::walk::{Walk, has_type, parts};
use crate::words::any_of;

/// The problem of a value for which there are several schemas, and the one that it is meant for, or closest to. A value that fits has
/// neither.
pub(crate) type Choice<'s> = (Option<Problem>, Option<&'s Value>);

impl<'s> Walk<'s> {
    /// The schema among several that a value is meant for.
    pub(crate) fn choose(&mut self, forms: &'s [Value], at: Spot<'_>) -> Choice<'s> {
        let (nulls, forms): (Vec<&'s Value>, Vec<_>) =
            forms.iter().partition(|form| is_null(self.target(form)));
        if at.value.is_null() && !nulls.is_empty() {
            return (None, None);
        }
        if let [form] = forms.as_slice() {
            return (None, Some(form));
        }
        let by_name = self.by_tag(&forms, at).or_else(|| self.by_key(&forms, at));
        if let Some(choice) = by_name {
            return choice;
        }
        let of_type: Vec<_> =
            forms.iter().copied().filter(|form| has_type(self.target(form), at.value)).collect();
        match of_type.as_slice() {
            [] => {
                let problem = at.problem(ProblemKind::WrongType).found(found(at.value));
                (Some(problem.expected(either(self.root, &forms, 0))), None)
            }
            [form] => (None, Some(form)),
            forms => self.by_problems(forms, at),
        }
    }

    /// The schema with which a value has the fewest problems.
    fn by_problems(&mut self, forms: &[&'s Value], at: Spot<'_>) -> Choice<'s> {
        let known = self.known.clone();
        let mut best: Option<(usize, &'s Value)> = None;
        for form in forms {
            let problems = self.trial(form, at);
            if problems == 0 {
                return (None, None);
            }
            if best.is_none_or(|(fewest, _)| problems < fewest) {
                best = Some((problems, form));
            }
        }
        self.known = known;
        let closest = at.value.as_object().and_then(|object| self.closest(forms, object));
        (None, closest.or(best.map(|(_, form)| form)))
    }

    /// Objects that a constant distinguishes: an enum with a tag.
    fn by_tag(&self, forms: &[&'s Value], at: Spot<'_>) -> Option<Choice<'s>> {
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
        let object = at.value.as_object()?;
        let mut names = properties(forms.first()?)?.keys();
        let tag = names.find(|tag| forms.iter().all(|form| word(form, tag).is_some()))?;
        let words: Vec<&str> = forms.iter().filter_map(|form| word(form, tag)).collect();
        let with = |given: &str| forms.iter().copied().find(|form| word(form, tag) == Some(given));
        let is_tag =
            |key: &&String| nearest_within(key, [tag.as_str()], Reach::Far, &self.work).is_some();
        // The tag can be there under a misspelt key. Then it is missing in the schema that it chooses.
        let given = object.get(tag).or_else(|| object.get(object.keys().find(is_tag)?));
        if let Some(form) = given.and_then(Value::as_str).and_then(with) {
            return Some((None, Some(form)));
        }
        let problem = match object.get(tag) {
            Some(Value::String(given)) => {
                Problem::not_one_of(at.place.path_of(tag), given, &words, &self.work)
            }
            Some(other) => Problem::new(at.place.path_of(tag), ProblemKind::WrongType)
                .expected(any_of(words))
                .found(found(other)),
            None => {
                Problem::new(at.place.path_of(tag), ProblemKind::Missing).expected(any_of(words))
            }
        };
        let near = problem.did_you_mean.as_deref().and_then(with);
        let form = near.or_else(|| self.closest(forms, object));
        Some((Some(problem), form))
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
    fn by_key(&self, forms: &[&'s Value], at: Spot<'_>) -> Option<Choice<'s>> {
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
        let problem = match at.value {
            Value::Object(object) if !keys.is_empty() => {
                let Some((key, _)) = object.iter().next().filter(|_| object.len() == 1) else {
                    let expected = format!("an object with one of the keys {}", any_of(names));
                    let problem = at.problem(ProblemKind::Invalid).expected(expected);
                    return Some((Some(problem), None));
                };
                if let Some((_, form)) = with(key) {
                    return Some((None, Some(form)));
                }
                let near = nearest_within(key, names.iter().copied(), Reach::Far, &self.work);
                let problem = Problem::unknown(&at.place.path(), key).expected(any_of(names));
                Some(problem.did_you_mean(near.map(|(name, _)| name)))
            }
            Value::String(word) if with(word).is_some() => {
                let problem = at.problem(ProblemKind::WrongType).found("a string");
                Some(problem.expected(format!("an object with the key `{word}`")))
            }
            _ => self.misspelt(&names, at),
        };
        Some((problem, None))
    }
}
