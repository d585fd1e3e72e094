//! Why serde stops, and where: its errors as data, without a message that has to be taken apart.

use std::cell::Cell;
use std::fmt::{self, Display};

use serde::de::{self, Expected, Unexpected};
use serde_json::Value;

use crate::nearest::{Reach, nearest};
use crate::place::{Place, joined};
use crate::problems::{Problem, ProblemKind};
use crate::recorder::Address;
use crate::shown::{cleaned, shown, truncate};
use crate::words::{any_of, fraction, in_json};

/// The names of the fields or variants of a type, with their aliases.
pub(crate) type Names = &'static [&'static str];

#[derive(Clone, Debug)]
pub(crate) enum Why {
    Missing(&'static str),
    Unknown(String, Names),
    Variant(String, Names),
    Twice(String),
    /// The kind of the problem, the type that was found, and the expected value.
    Other(ProblemKind, Option<&'static str>, String),
    /// The message of an author's own code.
    Own(String),
}

/// Where serde stops, and why.
#[derive(Clone, Debug)]
pub(crate) struct Stop {
    pub(crate) why: Why,
    pub(crate) field: String,
    pub(crate) at: Address,
    /// Whether the place can also be one within this one.
    pub(crate) is_near: bool,
    is_placed: bool,
}

impl Stop {
    pub(crate) fn problem(&self) -> Problem {
        let own = |kind| Problem::new(self.field.clone(), kind);
        match &self.why {
            Why::Missing(name) if self.is_near => {
                own(ProblemKind::Invalid).rule(format!("`{name}` is missing in it"))
            }
            Why::Missing(name) => Problem::new(joined(&self.field, name), ProblemKind::Missing),
            Why::Unknown(key, names) => {
                let near = nearest(key, names.iter().copied(), Reach::Far);
                let problem = Problem::unknown(&self.field, key).did_you_mean(near);
                problem.expected(any_of(names.iter().copied()))
            }
            Why::Variant(given, names) => {
                let work = Cell::new(usize::MAX);
                Problem::not_one_of(self.field.clone(), given, names, &work)
            }
            Why::Twice(key) => Problem::new(joined(&self.field, &shown(key)), ProblemKind::Invalid)
                .rule("it is given twice"),
            Why::Own(rule) => own(ProblemKind::Invalid).rule(rule.as_str()),
            Why::Other(_, _, expected) if self.is_near => {
                let problem = own(ProblemKind::Invalid).rule("a value in it does not fit");
                problem.expected(in_json(expected))
            }
            Why::Other(kind, found, expected) => {
                let found = found.map(ToOwned::to_owned);
                Problem { found, ..own(*kind).expected(in_json(expected)) }
            }
        }
    }
}

/// The error of a reading.
#[derive(Debug)]
pub(crate) struct Error(Box<Stop>);

impl Error {
    pub(crate) fn of(why: Why) -> Self {
        let (field, at) = (String::new(), std::ptr::null());
        Self(Box::new(Stop { why, field, at, is_near: false, is_placed: false }))
    }

    pub(crate) fn of_type(found: &'static str, expected: impl Display) -> Self {
        Self::of(Why::Other(ProblemKind::WrongType, Some(found), expected.to_string()))
    }

    /// The error in a place, unless it comes from one within.
    pub(crate) fn in_place(mut self, place: &Place<'_>, value: &Value) -> Self {
        let stop = &mut *self.0;
        if !stop.is_placed {
            stop.is_placed = true;
            stop.field = place.path();
            stop.at = value;
            stop.is_near = place.is_buffered.get();
            if let Why::Own(message) = &mut stop.why {
                *message = cleaned(message, value);
            }
        }
        self
    }

    /// The error about a key that is handed over: a field that is given twice has the name that was sent.
    pub(crate) fn of_key(mut self, key: &str) -> Self {
        match &mut self.0.why {
            Why::Twice(name) => key.clone_into(name),
            // The key of a map is that of an enum.
            Why::Variant(_, names) if !self.0.is_placed => {
                self.0.why = Why::Unknown(key.to_owned(), names);
            }
            _ => {}
        }
        self
    }

    /// Whether a number is out of range.
    pub(crate) fn is_of_number(&self) -> bool {
        matches!(self.0.why, Why::Other(ProblemKind::OutOfRange, ..))
    }
}

impl From<Error> for Stop {
    fn from(Error(stop): Error) -> Self {
        *stop
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.problem().fmt(f)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<M: Display>(message: M) -> Self {
        Self::of(Why::Own(short(&message.to_string())))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::of(Why::Missing(field))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::of(Why::Twice(field.to_owned()))
    }

    fn unknown_field(field: &str, expected: Names) -> Self {
        Self::of(Why::Unknown(short(field), expected))
    }

    fn unknown_variant(variant: &str, expected: Names) -> Self {
        Self::of(Why::Variant(short(variant), expected))
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::of_type(type_of(found), expected)
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        use Unexpected::{Float, Signed, Unsigned};

        let is_number = matches!(found, Unsigned(_) | Signed(_) | Float(_));
        let kind = if is_number { ProblemKind::OutOfRange } else { ProblemKind::Invalid };
        Self::of(Why::Other(kind, None, expected.to_string()))
    }

    fn invalid_length(_len: usize, expected: &dyn Expected) -> Self {
        Self::of(Why::Other(ProblemKind::Invalid, None, expected.to_string()))
    }
}

/// The start of a message, which can quote a long value.
fn short(message: &str) -> String {
    truncate(message, 2_000).into_owned()
}

fn type_of(found: Unexpected<'_>) -> &'static str {
    match found {
        Unexpected::Bool(_) => "a boolean",
        Unexpected::Unsigned(_) | Unexpected::Signed(_) => "an integer",
        Unexpected::Float(number) => fraction(number),
        Unexpected::Unit | Unexpected::Option => "null",
        Unexpected::Seq | Unexpected::Bytes(_) => "a list",
        Unexpected::Map => "an object",
        Unexpected::Str(_) | Unexpected::Char(_) => "a string",
        _ => "another value",
    }
}
