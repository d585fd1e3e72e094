//! Arguments as JSON or text, read as a type, with every problem if they do not fit.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::nearest::{Reach, nearest};
use super::place::{MAX_PATH, is_name};
use super::problem::{Kind, Problem, Problems};
use super::reason::{Reason, of_reason, without_type_name};
use super::traced::{Notes, Read, Rejected, read};
use super::walk::{Found, MAX_UNKNOWN, compare};
use crate::text::truncate;

/// The part of a message of an author's own code that is searched for the caller's texts, in characters.
const MAX_QUOTED: usize = 2_000;

/// The length of a caller's text above which only its start is searched for.
const MAX_START: usize = 64;

/// The largest number of texts that are searched for.
const MAX_TEXTS: usize = 64;

/// A caller's text shorter than this can be part of a message by chance.
const MIN_REPEATED: usize = 3;

/// Arguments that fit.
#[derive(Debug)]
pub(crate) struct Fitting<T> {
    #[cfg_attr(not(feature = "schemars"), allow(dead_code, reason = "`axum` has read them, too"))]
    pub(crate) arguments: T,
    /// The keys that nothing knows.
    pub(crate) unknown: Vec<Problem>,
}

/// Arguments of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input<'a> {
    pub(crate) value: &'a Value,
    /// Whether its values are text, as in a query string.
    pub(crate) is_text: bool,
    /// The JSON Schema of the arguments, if there is one.
    pub(crate) schema: Option<fn() -> &'static Value>,
}

impl Input<'_> {
    /// The arguments, or all of their problems. An unknown key that is close to an absent one is also a problem.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<Fitting<T>, Problems> {
        let Read { result, notes } = read::<T>(self.value, self.is_text);
        let arguments = match result {
            Ok(arguments) => arguments,
            Err(rejected) => return Err(self.explain(&rejected, &notes)),
        };
        if notes.ignored.is_empty() && notes.open.is_empty() {
            return Ok(Fitting { arguments, unknown: Vec::new() });
        }
        let unknown = self.unknown::<T>(&notes);
        let (meant, unknown): (Vec<_>, Vec<_>) =
            unknown.into_iter().partition(|problem| problem.did_you_mean.is_some());
        if meant.is_empty() { Ok(Fitting { arguments, unknown }) } else { Err(Problems(meant)) }
    }

    /// The keys that nothing knows, of arguments that serde accepts.
    fn unknown<T: DeserializeOwned>(self, notes: &Notes) -> Vec<Problem> {
        let mut unknown = self.ignored(notes);
        if notes.open.is_empty() {
            return unknown;
        }
        let Some(schema) = self.schema else { return unknown };
        let Found { problems, ignored, .. } =
            compare(schema(), self.value, self.is_text, notes, None);
        let problems = problems.into_iter().filter(|problem| problem.kind == Kind::Unknown);
        for problem in problems.chain(ignored.into_iter().map(|(_, problem)| problem)) {
            let is_new = !unknown.iter().any(|other| other.field == problem.field);
            let is_in = |open: &String| {
                let rest = problem.field.strip_prefix(open.as_str());
                rest.is_some_and(|rest| open.is_empty() || rest.starts_with(['.', '[']))
            };
            if is_new && notes.open.iter().any(is_in) && !self.is_alias::<T>(&problem) {
                unknown.push(problem);
            }
        }
        unknown
    }

    /// The keys that serde ignored in structs.
    fn ignored(self, notes: &Notes) -> Vec<Problem> {
        let mut problems: Vec<Problem> = Vec::new();
        for ignored in notes.ignored.iter().take(MAX_UNKNOWN) {
            if ignored.around.is_empty() && ignored.key == "_meta" {
                continue;
            }
            let of_struct = notes.structs.iter().find(|noted| noted.path == ignored.around);
            let fields = of_struct.map_or(&[][..], |noted| noted.fields);
            let object = object_at(self.value, &ignored.around);
            let is_absent = |field: &&str| object.is_none_or(|object| object.get(*field).is_none());
            let absent = fields.iter().copied().filter(is_absent);
            let near = nearest(&ignored.key, absent, Reach::Near);
            let problem = if is_name(&ignored.key) {
                let around = &ignored.around;
                let separator = if around.is_empty() { "" } else { "." };
                let path = format!("{around}{separator}{}", ignored.key);
                Problem::new(truncate(&path, MAX_PATH).into_owned(), Kind::Unknown)
            } else {
                Problem::new(ignored.around.clone(), Kind::Unknown).found("has an unknown key")
            };
            problems.push(problem.did_you_mean(near));
        }
        problems
    }

    /// Whether an unknown key is another name of the field that is probably meant. Then both together are the same field twice. Enums
    /// without a tag do not tell.
    fn is_alias<T: DeserializeOwned>(self, unknown: &Problem) -> bool {
        let Some(meant) = &unknown.did_you_mean else { return false };
        let (around, key) = unknown.field.rsplit_once('.').unwrap_or(("", &unknown.field));
        let mut both = self.value.clone();
        let Some(Value::Object(object)) = object_at_mut(&mut both, around) else { return false };
        let Some(value) = object.get(key).cloned() else { return false };
        object.insert(meant.clone(), value);
        match read::<T>(&both, self.is_text).result {
            Ok(_) => false,
            Err(rejected) => match rejected.reason() {
                Reason::Twice(_) => true,
                Reason::Other(message) => {
                    message.starts_with("duplicate field") || message.contains("untagged enum")
                }
                _ => false,
            },
        }
    }

    /// Every problem of arguments that serde does not accept.
    fn explain(self, rejected: &Rejected, notes: &Notes) -> Problems {
        let stopped = rejected.path();
        let found = self
            .schema
            .map(|schema| compare(schema(), self.value, self.is_text, notes, Some(stopped)));
        let Found { mut problems, expected, is_format, .. } = found.unwrap_or_default();
        let own = self.of_serde(rejected, stopped);
        if !problems.iter().any(|problem| explains(problem, &own, stopped)) {
            let mut own = own;
            if own.kind == Kind::Invalid || own.kind == Kind::OutOfRange {
                own.expected = expected.filter(|expected| !expected.is_empty()).or(own.expected);
                if is_format && own.kind == Kind::Invalid {
                    own.kind = Kind::BadFormat;
                }
            }
            problems.insert(0, own);
        }
        Problems(problems)
    }

    /// The reason of serde as a problem.
    fn of_serde(self, rejected: &Rejected, path: &str) -> Problem {
        let Reason::Other(message) = rejected.reason() else {
            let problem = of_reason(rejected.reason(), path);
            return if self.is_text { problem.without_found() } else { problem };
        };
        Problem::new(path.to_owned(), Kind::Invalid).rule(self.cleaned(message, path))
    }

    /// A message of an author's own code without the value.
    fn cleaned(self, message: &str, path: &str) -> String {
        let mut message = truncate(message, MAX_QUOTED).into_owned();
        let mut texts = Vec::new();
        if let Some(value) = object_at(self.value, path) {
            texts_in(value, &mut texts);
        }
        // A text can be a part of another one.
        texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
        for text in texts {
            let quoted = format!("{text:?}");
            if text.len() <= MAX_START {
                message = message.replace(&quoted, "…").replace(text, "…");
                continue;
            }
            // The message can end within a long text, so it is cut where the text begins.
            for start in [quoted.as_str(), text] {
                let start: String = start.chars().take(MAX_START).collect();
                if let Some(at) = message.find(&start) {
                    message.truncate(at);
                    message.push('…');
                }
            }
        }
        without_type_name(&message)
    }
}

/// The texts in a value that a message could repeat. Those of a large value are not all looked at.
fn texts_in<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
    if texts.len() >= MAX_TEXTS {
        return;
    }
    match value {
        Value::String(text) if text.len() >= MIN_REPEATED => texts.push(text),
        Value::Array(items) => items.iter().take(MAX_TEXTS).for_each(|item| texts_in(item, texts)),
        Value::Object(object) => {
            object.values().take(MAX_TEXTS).for_each(|value| texts_in(value, texts));
        }
        _ => {}
    }
}

/// Whether a problem that the schema knows is the one at which serde stopped.
fn explains(problem: &Problem, own: &Problem, stopped: &str) -> bool {
    let field = problem.field.as_str();
    let is_within = |inner: &str, outer: &str| {
        let rest = inner.strip_prefix(outer);
        rest.is_some_and(|rest| rest.is_empty() || outer.is_empty() || rest.starts_with(['.', '[']))
    };
    if own.kind == Kind::Missing {
        // The key can be there under a misspelt name.
        let meant = problem.did_you_mean.as_deref();
        let name = own.field.rsplit('.').next();
        return field == own.field || (problem.kind == Kind::Unknown && meant == name);
    }
    is_within(field, &own.field) || is_within(field, stopped) || is_within(stopped, field)
}

/// The value at a path that an answer names.
fn object_at<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    steps(path).try_fold(value, |value, step| match step {
        Step::Key(key) => value.get(key),
        Step::Index(index) => value.get(index),
    })
}

fn object_at_mut<'v>(value: &'v mut Value, path: &str) -> Option<&'v mut Value> {
    steps(path).try_fold(value, |value, step| match step {
        Step::Key(key) => value.get_mut(key),
        Step::Index(index) => value.get_mut(index),
    })
}

enum Step<'p> {
    Key(&'p str),
    Index(usize),
}

/// The steps of a path: `filters[2].status`.
fn steps(path: &str) -> impl Iterator<Item = Step<'_>> {
    path.split(['.', '[']).filter(|step| !step.is_empty()).map(|step| {
        let index = step.strip_suffix(']').and_then(|index| index.parse().ok());
        index.map_or(Step::Key(step), Step::Index)
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    /// A type whose rules quote the rejected value.
    #[derive(Debug, Deserialize)]
    #[serde(try_from = "Raw")]
    struct Range;

    #[derive(Deserialize)]
    struct Raw {
        start: String,
        end: String,
    }

    impl TryFrom<Raw> for Range {
        type Error = String;

        fn try_from(Raw { start, end }: Raw) -> Result<Self, String> {
            Err(format!("{start:?} is after {end}\u{1b}[31m"))
        }
    }

    #[derive(Debug, Deserialize)]
    struct Find {
        #[serde(rename = "range")]
        _range: Range,
    }

    fn problems(value: &Value) -> Problems {
        Input { value, is_text: false, schema: None }.read::<Find>().unwrap_err()
    }

    #[test]
    fn a_message_of_an_author_is_sent_without_the_values() {
        let Problems(list) =
            problems(&json!({"range": {"start": "Hostile \"a\"", "end": "Hostile"}}));
        let [problem] = list.as_slice() else { panic!("{list:?}") };
        assert_eq!((problem.field.as_str(), problem.kind), ("range", Kind::Invalid));
        assert_eq!(problem.rule.as_deref(), Some("… is after …[31m"));

        let long = "Hostile".repeat(100_000);
        let Problems(list) = problems(&json!({"range": {"start": long, "end": long}}));
        assert!(!format!("{list:?}").contains("Hostile"), "{list:?}");
    }

    #[test]
    fn without_a_schema_the_first_problem_is_named() {
        for (value, expected) in [
            (json!({}), "`range` is missing"),
            (json!({"range": 7}), "`range` is an integer, expected an object"),
            (json!({"range": {"start": "a"}}), "`range.end` is missing"),
        ] {
            assert_eq!(problems(&value).to_string(), expected);
        }
    }
}
