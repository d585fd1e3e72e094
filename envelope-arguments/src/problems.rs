//! A problem with an argument, and a list of problems.

use std::error::Error;
use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::Value;

use crate::nearest::nearest_name;
use crate::place::joined;
use crate::shown::{cleaned, is_name, truncate};
use crate::words::{any_of, in_json};

/// The default for the largest size of a list of problems, as JSON in bytes.
pub(crate) const MAX_BYTES: usize = 4 << 10;

/// The largest length of an expectation, in characters.
const MAX_EXPECTED: usize = 300;

/// The largest number of characters at the start of a long path, and at its end.
const KEPT: usize = 100;

/// The kind of a problem. It serializes as its name in snake case: `"not_one_of"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProblemKind {
    /// A required key is absent.
    Missing,
    /// No such key is known.
    Unknown,
    /// The value has another type, such as text instead of a number.
    WrongType,
    /// The word is not among the allowed words.
    NotOneOf,
    /// A number, a length or a count is too small or too large.
    OutOfRange,
    /// A text has the wrong format, such as a date.
    BadFormat,
    /// The value breaks another rule, such as a rule of the type's own `Deserialize`.
    Invalid,
}

/// A problem with one argument. It repeats no value of the caller.
///
/// `Display` writes a part of a sentence. A problem serializes to an object without absent parts:
///
/// ```json
/// {"field": "status", "problem": "not_one_of", "expected": "`open` or `closed`", "did_you_mean": "open"}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// The path of the argument, such as `filters[2].status`. Empty if the arguments as a whole have the problem.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// The kind.
    #[serde(rename = "problem")]
    pub kind: ProblemKind,
    /// The expected value, such as `an integer from 1 to 100`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The known name that is most similar to the unknown name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
    /// The rule that the value breaks, in its author's words, such as `the end is before the start`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The kind of the value, such as `a string`, or `has an unknown key` for an object.
    #[serde(skip)]
    pub found: Option<String>,
}

impl Problem {
    pub(crate) fn new(field: impl Display, kind: ProblemKind) -> Self {
        let field = field.to_string();
        Self { field, kind, expected: None, did_you_mean: None, rule: None, found: None }
    }

    pub(crate) fn expected(mut self, expected: impl Into<Option<String>>) -> Self {
        let expected = expected.into().filter(|expected| !expected.is_empty());
        self.expected = expected.map(|expected| truncate(&expected, MAX_EXPECTED).into_owned());
        self
    }

    /// Replaces the middle of a long path by an ellipsis.
    pub(crate) fn shorten(&mut self) {
        let (count, chars) = (self.field.chars().count(), self.field.chars());
        if count > 2 * KEPT {
            let end = chars.clone().skip(count - KEPT);
            self.field = chars.take(KEPT).chain(['…']).chain(end).collect();
        }
    }

    pub(crate) fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(truncate(&found.into(), MAX_EXPECTED).into_owned());
        self
    }

    pub(crate) fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(truncate(&rule.into(), MAX_EXPECTED).into_owned());
        self
    }

    pub(crate) fn did_you_mean(mut self, name: Option<&str>) -> Self {
        self.did_you_mean = name.map(ToOwned::to_owned);
        self
    }

    /// The problem of an unknown key in the object with this path. If the key is no name, the problem names only the object.
    pub(crate) fn unknown(around: impl Display, key: &str) -> Self {
        if is_name(key) {
            return Self::new(joined(&around.to_string(), key), ProblemKind::Unknown);
        }
        Self::new(around, ProblemKind::Unknown).found("has an unknown key")
    }

    /// The problem of a key that is given twice in its object.
    pub(crate) fn twice(field: impl Display) -> Self {
        Self::new(field, ProblemKind::Invalid).rule("it is given twice")
    }

    /// Adds the allowed names, and suggests the one nearest to the given name.
    pub(crate) fn one_of(self, given: &str, names: &[&str]) -> Self {
        let near = nearest_name(given, names.iter().copied());
        self.expected(any_of(names.iter().copied())).did_you_mean(near)
    }
}

/// Writes the field and the problem, as a part of a sentence.
impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.field.is_empty() {
            f.write_str("the value")?;
        } else {
            write!(f, "`{}`", self.field)?;
        }
        match (self.kind, &self.found) {
            (ProblemKind::Missing, _) => f.write_str(" is missing")?,
            (ProblemKind::Unknown, Some(found)) => write!(f, " {found}")?,
            (ProblemKind::Unknown, None) => f.write_str(" is unknown")?,
            (ProblemKind::WrongType | ProblemKind::Invalid, Some(found)) => {
                write!(f, " is {found}")?;
            }
            (ProblemKind::WrongType, None) => f.write_str(" has the wrong type")?,
            (ProblemKind::NotOneOf, _) => f.write_str(" is not an allowed value")?,
            (ProblemKind::OutOfRange, _) => f.write_str(" is out of range")?,
            (ProblemKind::BadFormat, _) => f.write_str(" has the wrong format")?,
            (ProblemKind::Invalid, None) => f.write_str(" is invalid")?,
        }
        if let Some(rule) = &self.rule {
            write!(f, " ({rule})")?;
        }
        if let Some(expected) = &self.expected {
            write!(f, ", expected {expected}")?;
        }
        if let Some(name) = &self.did_you_mean {
            write!(f, ", did you mean `{name}`?")?;
        }
        Ok(())
    }
}

/// Every problem of arguments, and at least one. A long list is cut, and ends with the number of further problems.
///
/// `Display` writes one sentence, or a list in one line. `Problems` serializes to the list of problems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Problems {
    list: Vec<Problem>,
    /// The number of problems that are left out.
    #[serde(skip)]
    more: usize,
    /// Whether all problems were found.
    #[serde(skip)]
    is_complete: bool,
}

impl Problems {
    /// Keeps as many problems as fit into `max_bytes` bytes of JSON, and at least one.
    pub(crate) fn new(mut list: Vec<Problem>, max_bytes: usize) -> Self {
        list.iter_mut().for_each(Problem::shorten);
        let size = |problem: &Problem| serde_json::to_string(problem).map_or(0, |json| json.len());
        let mut left = max_bytes;
        let fitting = list.iter().take_while(|problem| {
            let less = left.checked_sub(size(problem));
            left = less.unwrap_or_default();
            less.is_some()
        });
        let kept = fitting.count().max(1).min(list.len());
        let more = list.len() - kept;
        list.truncate(kept);
        Self { list, more, is_complete: true }
    }

    pub(crate) fn complete(mut self, is_complete: bool) -> Self {
        self.is_complete = is_complete;
        self
    }

    /// Appends other problems.
    pub(crate) fn and(mut self, others: Option<Self>, max_bytes: usize) -> Self {
        let Some(others) = others else { return self };
        self.list.extend(others.list);
        let all = Self::new(self.list, max_bytes).complete(self.is_complete && others.is_complete);
        Self { more: all.more + self.more + others.more, ..all }
    }

    pub(crate) fn one(problem: Problem) -> Self {
        Self::new(vec![problem], MAX_BYTES)
    }

    /// The problem of an argument that breaks a rule of your own, in your words: `from_rule("to", "it is before the start")`.
    #[must_use]
    pub fn from_rule(field: &str, rule: &str) -> Self {
        Self::one(Problem::new(field, ProblemKind::Invalid).rule(rule))
    }

    /// Returns advice how to correct the input, such as ``Write `column` instead of `colum` in the arguments``. `input` is the name of the
    /// input.
    #[must_use]
    pub fn remediation(&self, input: &str) -> String {
        let [Problem { field, kind, did_you_mean, .. }] = self.as_slice() else {
            return format!("Correct the {input}");
        };
        match (kind, did_you_mean, field.as_str()) {
            // The field is empty for a key that is no name.
            (ProblemKind::Unknown, Some(name), "") => {
                format!("Write `{name}` instead of the unknown key in the {input}")
            }
            (ProblemKind::Unknown, Some(name), _) => {
                format!("Write `{name}` instead of `{field}` in the {input}")
            }
            (_, _, "") => format!("Correct the {input}"),
            (ProblemKind::Missing, ..) => format!("Add `{field}` to the {input}"),
            (ProblemKind::Unknown, ..) => format!("Remove `{field}` from the {input}"),
            _ => format!("Correct `{field}` in the {input}"),
        }
    }

    /// The problem of a text that does not parse as a Rust type, such as a segment of an HTTP path as a `u32`.
    #[doc(hidden)]
    #[must_use]
    pub fn from_type_name(field: Option<&str>, expected: &str) -> Self {
        let problem = Problem::new(field.unwrap_or_default(), ProblemKind::WrongType);
        Self::one(problem.expected(in_json(expected)))
    }

    /// Converts the message of another deserializer's error to a problem. `value` is the rejected value, or null.
    #[doc(hidden)]
    #[must_use]
    pub fn from_message(field: Option<&str>, message: &str, value: &Value) -> Self {
        const STARTS: [&str; 4] =
            ["invalid ", "unknown field `", "unknown variant `", "duplicate "];

        let field = field.unwrap_or_default();
        let missing =
            message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        if let Some(name) = missing {
            return Self::one(Problem::new(joined(field, name), ProblemKind::Missing));
        }
        let problem = Problem::new(field, ProblemKind::Invalid);
        // Keep only the expectation, since the start of the message quotes the caller's value.
        Self::one(match message.rsplit_once(", expected ") {
            Some((start, expected))
                if STARTS.iter().any(|of_serde| start.starts_with(of_serde)) =>
            {
                problem.expected(in_json(expected))
            }
            _ => problem.rule(cleaned(message, value)),
        })
    }

    /// The problems in the list, which can be cut.
    #[must_use]
    pub fn as_slice(&self) -> &[Problem] {
        &self.list
    }

    /// Removes the types of the given values, since all values of a form are text.
    pub(crate) fn of_text(mut self) -> Self {
        let wrong = self.list.iter_mut().filter(|problem| problem.kind == ProblemKind::WrongType);
        wrong.for_each(|problem| problem.found = None);
        self
    }
}

impl Error for Problems {}

/// Writes one sentence, or a list in one line.
impl Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let ([problem], 0, true) = (self.list.as_slice(), self.more, self.is_complete) {
            return problem.fmt(f);
        }
        let least = if self.is_complete { "" } else { "at least " };
        write!(f, "{least}{} problems:", self.list.len() + self.more)?;
        for (index, problem) in self.list.iter().enumerate() {
            write!(f, " ({}) {problem}", index + 1)?;
        }
        match self.more {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
