//! Errors of serde as problems: the place and the reason of each stop, without parsing messages.

use std::fmt::{self, Display};

use serde::de::{self, Expected, Unexpected};
use serde_json::Value;

use crate::place::{Address, Place, is_within, joined};
use crate::problems::{Problem, ProblemKind};
use crate::shown::{cleaned, shown, truncate};
use crate::words::{in_json, json_type};

/// The names of the fields or variants of a type, with their aliases.
pub(crate) type Names = &'static [&'static str];

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Why {
    Missing(&'static str),
    Twice,
    /// A rule of an author's own code.
    Own,
    Other,
}

/// The place and the reason of an error of serde.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) problem: Problem,
    /// The path of the value at which serde stopped. If the problem is about a key, this is the path of the object.
    pub(crate) field: String,
    /// The value, which is null until the place is known.
    pub(crate) at: Address,
    /// The value, and the values around it.
    pub(crate) around: Vec<Address>,
    /// Whether the error can also come from a place within this place.
    pub(crate) is_near: bool,
    pub(crate) why: Why,
}

impl Stop {
    /// Whether a problem that the schema found is the reason for this stop.
    pub(crate) fn is_explained_by(&self, problem: &Problem) -> bool {
        let is_inside = is_within(&problem.field, &self.field);
        let is_unknown = problem.kind == ProblemKind::Unknown;
        let is_reason = match (self.why, self.problem.kind) {
            // The missing key can be present under a misspelt name.
            (Why::Missing(name), _) if is_unknown => {
                is_inside && (self.is_near || problem.did_you_mean.as_deref() == Some(name))
            }
            (Why::Missing(_) | Why::Own, _) => is_inside && self.is_near,
            (Why::Twice, _) => false,
            (Why::Other, ProblemKind::Unknown) => is_inside && is_unknown,
            (Why::Other, _) => is_inside || (!is_unknown && is_within(&self.field, &problem.field)),
        };
        is_reason || problem.field == self.problem.field
    }
}

/// The error of a reading.
#[derive(Debug)]
pub(crate) struct Error(pub(crate) Box<Stop>);

impl Error {
    fn of(why: Why, problem: Problem) -> Self {
        let (field, at, around) = (String::new(), std::ptr::null(), Vec::new());
        Self(Box::new(Stop { problem, field, at, around, is_near: false, why }))
    }

    fn here(kind: ProblemKind, expected: impl Display) -> Self {
        let problem = Problem::new("", kind);
        Self::of(Why::Other, problem.expected(in_json(&expected.to_string())))
    }

    /// Adds the place to the error, unless it already has an inner place.
    pub(crate) fn in_place(mut self, place: &Place<'_>, value: &Value) -> Self {
        let stop = &mut *self.0;
        stop.around.push(value);
        if !stop.at.is_null() {
            return self;
        }
        stop.field = place.to_string();
        stop.at = value;
        stop.is_near = place.is_buffered.get();
        let (problem, around) = (&mut stop.problem, stop.field.clone());
        if problem.kind == ProblemKind::WrongType {
            problem.found = Some(json_type(value).to_owned());
        }
        let is_of_value = problem.field.is_empty();
        problem.field = if is_of_value { around.clone() } else { joined(&around, &problem.field) };
        let rule = match (stop.why, problem.kind) {
            (Why::Missing(name), _) => format!("`{name}` is missing in it"),
            (
                Why::Other,
                ProblemKind::WrongType | ProblemKind::OutOfRange | ProblemKind::Invalid,
            ) => "a value in it does not fit".to_owned(),
            (Why::Own, _) => {
                problem.rule = problem.rule.as_deref().map(|message| cleaned(message, value));
                return self;
            }
            _ => return self,
        };
        if stop.is_near {
            let expected = problem.expected.take();
            *problem = Problem::new(around, ProblemKind::Invalid).rule(rule).expected(expected);
        }
        self
    }

    /// Adds the key to the error. A field that is given twice is reported under the name that the caller sent.
    pub(crate) fn of_key(mut self, key: &str) -> Self {
        let stop = &mut *self.0;
        let problem = &mut stop.problem;
        match (stop.why, problem.kind) {
            _ if !stop.at.is_null() => {}
            (Why::Twice, _) => problem.field = shown(key).into(),
            // The key of a map is an unknown variant of an enum.
            (_, ProblemKind::NotOneOf) => {
                let unknown = Problem::unknown("", key).expected(problem.expected.take());
                *problem = unknown.did_you_mean(problem.did_you_mean.as_deref());
            }
            _ => {}
        }
        self
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.problem.fmt(f)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<M: Display>(message: M) -> Self {
        let mut problem = Problem::new("", ProblemKind::Invalid);
        // `in_place` cleans and cuts the message, once the value is known.
        problem.rule = Some(truncate(&message.to_string(), 2_000).into_owned());
        Self::of(Why::Own, problem)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of(Why::Missing(field), Problem::new(field, ProblemKind::Missing))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::of(Why::Twice, Problem::twice(field))
    }

    fn unknown_field(field: &str, expected: Names) -> Self {
        Self::of(Why::Other, Problem::unknown("", field).one_of(field, expected))
    }

    fn unknown_variant(variant: &str, expected: Names) -> Self {
        let problem = Problem::new("", ProblemKind::NotOneOf);
        Self::of(Why::Other, problem.one_of(variant, expected))
    }

    fn invalid_type(_found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::here(ProblemKind::WrongType, expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        use Unexpected::{Float, Signed, Unsigned};

        let is_number = matches!(found, Unsigned(_) | Signed(_) | Float(_));
        let kind = if is_number { ProblemKind::OutOfRange } else { ProblemKind::Invalid };
        Self::here(kind, expected)
    }

    fn invalid_length(_len: usize, expected: &dyn Expected) -> Self {
        Self::here(ProblemKind::Invalid, expected)
    }
}
