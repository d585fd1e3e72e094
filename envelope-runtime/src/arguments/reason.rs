//! Why serde does not accept a value, and the same as a problem.

use std::borrow::Cow;

use super::nearest::{Reach, nearest};
use super::place::{MAX_PATH, is_name};
#[cfg(feature = "axum")]
use super::problem::Problems;
use super::problem::{Kind, Problem};
use super::words::any_of;
#[cfg(feature = "axum")]
use super::words::in_json;
use crate::text::truncate;

/// The largest length of a message of an author's own code, in characters.
const MAX_MESSAGE: usize = 200;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    Missing(Cow<'static, str>),
    Unknown {
        key: String,
        known: &'static [&'static str],
    },
    NotOneOf {
        given: String,
        words: &'static [&'static str],
    },
    WrongType {
        found: &'static str,
        expected: String,
    },
    OutOfRange {
        expected: String,
    },
    Length {
        expected: String,
    },
    Twice(Cow<'static, str>),
    TooDeep,
    /// The message of an author's own code.
    Other(String),
}

/// A reason of serde as a problem.
pub(super) fn of_reason(reason: &Reason, path: &str) -> Problem {
    let own = |kind| Problem::new(path.to_owned(), kind);
    let within = |key: &str| {
        let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        truncate(&path, MAX_PATH).into_owned()
    };
    match reason {
        Reason::Missing(field) => Problem::new(within(field), Kind::Missing),
        Reason::Unknown { key, known } => {
            let near = nearest(key, known.iter().copied(), Reach::Far);
            let problem = if is_name(key) {
                Problem::new(within(key), Kind::Unknown)
            } else {
                own(Kind::Unknown).found("has an unknown key")
            };
            problem.expected(any_of(known.iter().copied())).did_you_mean(near)
        }
        Reason::NotOneOf { given, words } => {
            Problem::not_one_of(path.to_owned(), given, words.iter().copied())
        }
        Reason::WrongType { found, expected } => {
            own(Kind::WrongType).expected(expected.clone()).found(*found)
        }
        Reason::OutOfRange { expected } => own(Kind::OutOfRange).expected(expected.clone()),
        Reason::Length { expected } => own(Kind::Invalid).expected(expected.clone()),
        Reason::Twice(field) => {
            Problem::new(within(field), Kind::Invalid).rule("it is given twice")
        }
        Reason::TooDeep => own(Kind::Invalid).rule("it is nested too deep"),
        Reason::Other(message) => own(Kind::Invalid).rule(without_type_name(message)),
    }
}

/// A message about an enum without a tag names the enum.
pub(super) fn without_type_name(message: &str) -> String {
    if message.starts_with("data did not match any variant") {
        return "it has none of the possible forms".to_owned();
    }
    let kept = message.chars().filter(|char| !char.is_control());
    truncate(&kept.collect::<String>(), MAX_MESSAGE).into_owned()
}

#[cfg(feature = "axum")]
impl Problems {
    /// The problem in a message of serde, which another deserializer has written, with the path if it is known.
    pub(crate) fn of_message(path: Option<&str>, message: &str) -> Self {
        let path = truncate(path.unwrap_or_default(), MAX_PATH);
        Self(vec![of_reason(&reason_of(message), &path)])
    }

    /// The problem of an unexpected text, in the words of Rust: `u32`.
    pub(crate) fn unparsed(path: Option<&str>, expected: &str) -> Self {
        let path = truncate(path.unwrap_or_default(), MAX_PATH).into_owned();
        Self(vec![Problem::new(path, Kind::WrongType).expected(in_json(expected))])
    }
}

/// The reason in a message of serde, which another deserializer has written. The values that it quotes are left out.
#[cfg(feature = "axum")]
pub(super) fn reason_of(message: &str) -> Reason {
    /// The starts of other messages that quote a value.
    const QUOTING: [&str; 4] =
        ["invalid value: ", "invalid length ", "unknown variant `", "unknown field `"];

    let (message, _) = split_position(message);
    let quoted = |start: &str| message.strip_prefix(start)?.split_once('`').map(|(name, _)| name);
    // The caller's value is quoted before the last of these words.
    let expected = message.rsplit_once(", expected ").map(|(_, expected)| in_json(expected));
    let expected = || expected.unwrap_or_default();
    if let Some(field) = quoted("missing field `") {
        Reason::Missing(field.to_owned().into())
    } else if let Some(field) = quoted("duplicate field `") {
        Reason::Twice(field.to_owned().into())
    } else if let Some(found) = message.strip_prefix("invalid type: ") {
        Reason::WrongType { found: type_in(found), expected: expected() }
    } else if QUOTING.iter().any(|start| message.starts_with(start)) {
        Reason::Length { expected: expected() }
    } else if message.starts_with("invalid digit")
        || message.contains("parse integer")
        || message.starts_with("number too")
    {
        Reason::WrongType { found: "a string", expected: "an integer".to_owned() }
    } else if message.starts_with("invalid float") {
        Reason::WrongType { found: "a string", expected: "a number".to_owned() }
    } else if message.starts_with("provided string was not") {
        Reason::WrongType { found: "a string", expected: "`true` or `false`".to_owned() }
    } else {
        Reason::Other(message.to_owned())
    }
}

/// The type in the words of serde: `integer `7``, `floating point `0.5``, `string "a"`, `map`.
#[cfg(feature = "axum")]
fn type_in(found: &str) -> &'static str {
    match found.split([' ', ',']).next().unwrap_or_default() {
        "boolean" => "a boolean",
        "integer" => "an integer",
        "floating" => "a fraction",
        "sequence" | "byte" | "tuple" => "a list",
        "map" | "struct" => "an object",
        "null" | "unit" | "Option" => "null",
        _ => "a string",
    }
}

/// The message, and the position after it: ` at line 1 column 5`.
#[cfg(feature = "axum")]
fn split_position(message: &str) -> (&str, &str) {
    use envelope_contracts::time::is_digits;

    let is_position = |position: &str| {
        let position = position.strip_prefix(" at line ").unwrap_or_default();
        position
            .split_once(" column ")
            .is_some_and(|(line, column)| is_digits(line) && is_digits(column))
    };
    let at = message.rfind(" at line ").filter(|&at| message.get(at..).is_some_and(is_position));
    message.split_at(at.unwrap_or(message.len()))
}

#[cfg(all(test, feature = "axum"))]
mod tests {
    use super::*;

    #[test]
    fn the_reason_in_a_message_of_serde() {
        let wrong =
            |found, expected: &str| Reason::WrongType { found, expected: expected.to_owned() };
        for (message, expected) in [
            ("missing field `a` at line 1 column 2", Reason::Missing("a".into())),
            ("duplicate field `a`", Reason::Twice("a".into())),
            (
                "invalid type: string \", expected u8\", expected struct X at line 1 column 2",
                wrong("a string", "an object"),
            ),
            (
                "invalid type: floating point `0.5`, expected u8",
                wrong("a fraction", "an integer from 0 to 255"),
            ),
            ("invalid type: null, expected a string", wrong("null", "a string")),
            ("invalid digit found in string", wrong("a string", "an integer")),
            ("it is odd", Reason::Other("it is odd".to_owned())),
        ] {
            assert_eq!(reason_of(message), expected, "{message}");
        }
    }
}
