//! A problem with an argument, and the list of them as a failure.

use std::fmt::{self, Display};

use serde::Serialize;

use super::nearest::{Reach, nearest};
use super::place::{Place, is_name, joined};
use super::words::any_of;
use crate::error::{ErrorCode, ToolFailure};
use crate::text::truncate;

/// The largest number of problems in an answer.
const MAX_PROBLEMS: usize = 16;

/// The largest length of an expectation, in characters.
const MAX_EXPECTED: usize = 300;

/// The kind of a problem, in the word of the details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// A required key is absent.
    Missing,
    /// No such key is known.
    Unknown,
    /// The value has another type.
    WrongType,
    /// The word is not among the allowed ones.
    NotOneOf,
    /// A number, a length, or a count is too small or too large.
    OutOfRange,
    /// A text has the wrong format.
    BadFormat,
    /// Another rule is broken.
    Invalid,
}

/// A problem with one argument. Nothing in it repeats a value of the caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Problem {
    /// The path. Empty if the arguments as a whole have the problem.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) field: String,
    #[serde(rename = "problem")]
    pub(super) kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) did_you_mean: Option<String>,
    /// The rule that the value breaks, in its author's words: `the end is before the start`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<String>,
    /// The kind of the value that was found: `a string`.
    #[serde(skip)]
    pub(super) found: Option<String>,
}

impl Problem {
    pub(super) fn new(field: String, kind: Kind) -> Self {
        Self { field, kind, expected: None, did_you_mean: None, rule: None, found: None }
    }

    pub(super) fn expected(mut self, expected: impl Into<Option<String>>) -> Self {
        let expected = expected.into().filter(|expected| !expected.is_empty());
        self.expected = expected.map(|expected| truncate(&expected, MAX_EXPECTED).into_owned());
        self
    }

    pub(super) fn found(mut self, found: impl Into<String>) -> Self {
        self.found = Some(truncate(&found.into(), MAX_EXPECTED).into_owned());
        self
    }

    pub(super) fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(truncate(&rule.into(), MAX_EXPECTED).into_owned());
        self
    }

    pub(super) fn did_you_mean(mut self, name: Option<&str>) -> Self {
        self.did_you_mean = name.map(ToOwned::to_owned);
        self
    }

    /// A key that is not known, in an object with this path. A key that is no name is not repeated: the object is the field.
    pub(super) fn unknown(around: &str, key: &str) -> Self {
        if is_name(key) {
            return Self::new(joined(around, key), Kind::Unknown);
        }
        Self::new(around.to_owned(), Kind::Unknown).found("has an unknown key")
    }

    /// Too many keys that are not known, in this place.
    pub(super) fn many_unknown(around: &Place<'_>, more_than: usize) -> Self {
        let found = format!("has more than {more_than} unknown keys");
        Self::new(around.path(), Kind::Unknown).found(found)
    }

    /// A text that is not among these words.
    pub(super) fn not_one_of<'a>(
        field: String,
        given: &str,
        words: impl IntoIterator<Item = &'a str> + Clone,
    ) -> Self {
        let near = nearest(given, words.clone(), Reach::Far);
        Self::new(field, Kind::NotOneOf).expected(any_of(words)).did_you_mean(near)
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
            (Kind::Missing, _) => f.write_str(" is missing")?,
            (Kind::Unknown, Some(found)) => write!(f, " {found}")?,
            (Kind::Unknown, None) => f.write_str(" is unknown")?,
            (Kind::WrongType, Some(found)) => write!(f, " is {found}")?,
            (Kind::WrongType, None) => f.write_str(" has the wrong type")?,
            (Kind::NotOneOf, _) => f.write_str(" is not an allowed value")?,
            (Kind::OutOfRange, _) => f.write_str(" is out of range")?,
            (Kind::BadFormat, _) => f.write_str(" has the wrong format")?,
            (Kind::Invalid, _) => f.write_str(" is invalid")?,
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

/// All problems of a call. At least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problems(pub(super) Vec<Problem>);

impl Problems {
    /// The failure: `MISSING_REQUIRED` if something is missing and nothing else is wrong, or else `VALIDATION_ERROR`. `input` names the
    /// arguments, such as `query string`.
    pub(crate) fn failure(&self, input: &str) -> ToolFailure {
        let Self(problems) = self;
        let is_missing = problems.iter().all(|problem| problem.kind == Kind::Missing);
        let code = if is_missing { ErrorCode::MissingRequired } else { ErrorCode::ValidationError };
        let named = problems.get(..MAX_PROBLEMS).unwrap_or(problems);
        let failure = ToolFailure::new(code, format_args!("Invalid {input}: {self}"));
        let failure = match named.first() {
            Some(first) if !first.field.is_empty() => failure.detail("field", &first.field),
            _ => failure,
        };
        failure.detail("problems", named)
    }

    /// The failure, with the advice how to correct the input.
    #[cfg(feature = "axum")]
    pub(crate) fn corrected(&self, input: &str) -> ToolFailure {
        self.failure(input).remediation(self.remediation(input))
    }

    /// Without the types of the values, which are no news if all of them are text.
    #[cfg(feature = "axum")]
    pub(crate) fn of_text(mut self) -> Self {
        let wrong = self.0.iter_mut().filter(|problem| problem.kind == Kind::WrongType);
        wrong.for_each(|problem| problem.found = None);
        self
    }

    /// How to correct the input.
    #[cfg(feature = "axum")]
    fn remediation(&self, input: &str) -> String {
        match self.0.as_slice() {
            [Problem { did_you_mean: Some(name), field, kind: Kind::Unknown, .. }] => {
                format!("Write `{name}` instead of `{field}` in the {input}")
            }
            [Problem { field, .. }] if field.is_empty() => format!("Correct the {input}"),
            [Problem { field, kind: Kind::Missing, .. }] => format!("Add `{field}` to the {input}"),
            [Problem { field, kind: Kind::Unknown, .. }] => {
                format!("Remove `{field}` from the {input}")
            }
            [Problem { field, .. }] => format!("Correct `{field}` in the {input}"),
            _ => format!("Correct the {input}"),
        }
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
