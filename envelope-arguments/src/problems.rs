//! A problem with an argument, and the list of them.

use std::error::Error;
use std::fmt::{self, Display};

use serde::Serialize;

use crate::nearest::{Reach, nearest};
use crate::place::{Place, is_name, joined};
use crate::words::{any_of, truncate};

/// The largest number of problems in an answer.
const MAX_PROBLEMS: usize = 16;

/// The largest length of an expectation, in characters.
const MAX_EXPECTED: usize = 300;

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
    /// The word is not among the allowed ones.
    NotOneOf,
    /// A number, a length or a count is too small or too large.
    OutOfRange,
    /// A text has the wrong format, such as a date.
    BadFormat,
    /// Another rule is broken, such as the type's own.
    Invalid,
}

/// A problem with one argument. It repeats no value of the caller.
///
/// Its `Display` is a part of a sentence, and it serializes as an object without the absent parts:
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
    /// The known name that is most similar to an unknown one.
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
    pub(crate) fn new(field: String, kind: ProblemKind) -> Self {
        Self { field, kind, expected: None, did_you_mean: None, rule: None, found: None }
    }

    pub(crate) fn expected(mut self, expected: impl Into<Option<String>>) -> Self {
        let expected = expected.into().filter(|expected| !expected.is_empty());
        self.expected = expected.map(|expected| truncate(&expected, MAX_EXPECTED).into_owned());
        self
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

    /// A key that is not known, in an object with this path. A key that is no name is not repeated: the object is the field.
    pub(crate) fn unknown(around: &str, key: &str) -> Self {
        if is_name(key) {
            return Self::new(joined(around, key), ProblemKind::Unknown);
        }
        Self::new(around.to_owned(), ProblemKind::Unknown).found("has an unknown key")
    }

    /// Too many keys that are not known, in this place.
    pub(crate) fn many_unknown(around: &Place<'_>, more_than: usize) -> Self {
        let found = format!("has more than {more_than} unknown keys");
        Self::new(around.path(), ProblemKind::Unknown).found(found)
    }

    /// A text that is not among these words.
    pub(crate) fn not_one_of<'a>(
        field: String,
        given: &str,
        words: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let near = nearest(given, words.clone(), Reach::Far);
        Self::new(field, ProblemKind::NotOneOf).expected(any_of(words)).did_you_mean(near)
    }
}

/// The problem as a part of a sentence, after the field.
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
            (ProblemKind::WrongType, Some(found)) => write!(f, " is {found}")?,
            (ProblemKind::WrongType, None) => f.write_str(" has the wrong type")?,
            (ProblemKind::NotOneOf, _) => f.write_str(" is not an allowed value")?,
            (ProblemKind::OutOfRange, _) => f.write_str(" is out of range")?,
            (ProblemKind::BadFormat, _) => f.write_str(" has the wrong format")?,
            (ProblemKind::Invalid, _) => f.write_str(" is invalid")?,
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

/// Every problem of arguments: at least one, and at most 16 are named.
///
/// Its `Display` is one sentence, or a short list in one line. It serializes as the list of problems.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub(crate) Vec<Problem>);

impl Problems {
    /// The problem of a value in a path of HTTP or in an environment variable that its Rust type does not parse: `u32`.
    pub fn from_type_name(field: Option<&str>, expected: &str) -> Self {
        crate::reason::unparsed_as(field, expected)
    }

    /// The problem in an error of serde from another deserializer than this crate's, which has the message.
    pub fn from_message(field: Option<&str>, message: &str) -> Self {
        crate::reason::problem_in(field, message)
    }

    /// The problems that an answer names.
    #[must_use]
    pub fn as_slice(&self) -> &[Problem] {
        let Self(problems) = self;
        problems.get(..MAX_PROBLEMS).unwrap_or(problems)
    }

    /// Without the types of the values, which are no news if all of them are text.
    pub(crate) fn of_text(mut self) -> Self {
        let wrong = self.0.iter_mut().filter(|problem| problem.kind == ProblemKind::WrongType);
        wrong.for_each(|problem| problem.found = None);
        self
    }
}

impl Error for Problems {}

impl Serialize for Problems {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

/// One sentence, or a short list.
impl Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(problems) = self;
        if let [problem] = problems.as_slice() {
            return problem.fmt(f);
        }
        write!(f, "{} problems:", problems.len())?;
        for (index, problem) in problems.iter().take(MAX_PROBLEMS).enumerate() {
            write!(f, " ({}) {problem}", index + 1)?;
        }
        match problems.len().saturating_sub(MAX_PROBLEMS) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}
