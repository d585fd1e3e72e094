//! The schema among several that a value is meant for: a variant of an enum.

use serde_json::{Map, Value};

use crate::describe::{described, found, is_null, resolved, words_of};
use crate::nearest::Reach;
use crate::place::Place;
use crate::problems::{Problem, ProblemKind};
use crate::walk::{MAX_UNKNOWN, Walk, has_type};
use crate::words::{any_of, json_type};

/// The schema among several that a value is meant for.
pub(crate) enum Choice<'s> {
    /// Any of them, since the value has no problem with one.
    Fits,
    One(&'s Value),
    /// None of them. The one that the value is closest to has further problems.
    None(Problem, Option<&'s Value>),
}

impl<'s> Walk<'s> {
    /// The schema among several that a value is meant for.
    pub(crate) fn choose(
        &mut self,
        branches: &'s [Value],
        value: &Value,
        at: &Place<'_>,
    ) -> Choice<'s> {
        let root = self.root;
        let has_null = branches.iter().any(|branch| is_null(resolved(root, branch)));
        if value.is_null() && has_null {
            return Choice::Fits;
        }
        let branches: Vec<&'s Value> =
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
            .filter(|branch| has_type(resolved(root, branch), value))
            .collect();
        if of_type.is_empty() {
            let expected = branches.iter().map(|branch| described(root, branch, 0));
            let mut expected: Vec<_> = expected.collect();
            expected.dedup();
            let problem =
                Problem::new(at.path(), ProblemKind::WrongType).expected(expected.join(" or "));
            return Choice::None(problem.found(found(value)), None);
        }
        if let [branch] = of_type.as_slice() {
            return Choice::One(branch);
        }
        let mut best: Option<(usize, &'s Value)> = None;
        for &branch in &of_type {
            let problems = self.trial(branch, value, at);
            if problems == 0 {
                return Choice::Fits;
            }
            if best.is_none_or(|(fewest, _)| problems < fewest) {
                best = Some((problems, branch));
            }
        }
        let best = best.map(|(_, branch)| branch);
        let closest = value.as_object().and_then(|object| self.closest(&of_type, object));
        closest.or(best).map_or(Choice::Fits, Choice::One)
    }

    /// The number of problems that a value has with a schema.
    fn trial(&mut self, schema: &'s Value, value: &Value, at: &Place<'_>) -> usize {
        let kept = std::mem::take(&mut self.found);
        let before = self.count;
        self.in_place(schema, value, at);
        self.found = kept;
        self.count - before
    }

    /// Words alone: an enum of unit variants, each with its own description.
    fn by_word(&self, branches: &[&'s Value], value: &Value, at: &Place<'_>) -> Option<Choice<'s>> {
        let mut words = Vec::new();
        for branch in branches {
            words.extend(words_of(self.root, resolved(self.root, branch))?);
        }
        Some(match self.misspelt(&words, value, at) {
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
        // A tag is next to the reference to its variant's type, or inside the type.
        let properties = |branch: &'s Value| {
            let own = branch.get("properties").or_else(|| resolved(root, branch).get("properties"));
            own.and_then(Value::as_object)
        };
        let first = properties(branches.first()?)?;
        let word =
            |branch: &&'s Value, tag: &str| match words_of(root, properties(branch)?.get(tag)?)?
                .as_slice()
            {
                [word] => Some(*word),
                _ => None,
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
                let problem = self.not_one_of(at.path_of(tag), given, &words);
                closest = problem.did_you_mean.as_deref().and_then(with);
                problem
            }
            Some(other) => Problem::new(at.path_of(tag), ProblemKind::WrongType)
                .expected(any_of(words))
                .found(found(other)),
            None => {
                // The tag can be there under a misspelt key. Then it is missing in the schema that it chooses.
                let key = object
                    .keys()
                    .find(|key| self.nearest(key, [tag.as_str()], Reach::Far).is_some());
                let given = key.and_then(|key| object.get(key)?.as_str());
                if let Some(branch) = given.and_then(with) {
                    return Some(Choice::One(branch));
                }
                Problem::new(at.path_of(tag), ProblemKind::Missing).expected(any_of(words))
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
            Some(keys.filter(|key| self.nearest(key, names(), Reach::Near).is_some()).count())
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
                let near = self.nearest(key, names.iter().copied(), Reach::Far);
                let problem =
                    Problem::unknown(&at.path(), key).expected(any_of(names)).did_you_mean(near);
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
                let problem = Problem::new(at.path(), ProblemKind::WrongType).found("a string");
                Choice::None(problem.expected(expected), None)
            }
            (Value::String(word), _) => {
                Choice::None(self.not_one_of(at.path(), word, &names), None)
            }
            (Value::Object(_), _) => {
                let expected = format!("an object with one of the keys {}", any_of(names));
                Choice::None(Problem::new(at.path(), ProblemKind::Invalid).expected(expected), None)
            }
            (other, _) => {
                let problem =
                    Problem::new(at.path(), ProblemKind::WrongType).expected(any_of(names));
                Choice::None(problem.found(json_type(other)), None)
            }
        })
    }
}
