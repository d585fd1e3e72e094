//! What is wrong with input that does not fit its type.

use std::borrow::Cow;
use std::fmt::{self, Display};

use envelope_contracts::format::is_digits;

use crate::error::{ErrorCode, ToolFailure};
use crate::text::truncate;

/// The largest length of a field's name, in characters. It can be any key that the caller sent.
const MAX_FIELD: usize = 100;

/// The largest length of the problem, in characters. It quotes what the caller sent.
const MAX_PROBLEM: usize = 500;

/// A part of the input that is missing or does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    field: Option<String>,
    is_missing: bool,
    problem: String,
}

impl Misfit {
    /// The error of a deserializer, with the path of the field.
    pub(super) fn at_path(error: &serde_path_to_error::Error<impl Display>) -> Self {
        let outer = error.path().iter().next().map(|_| error.path().to_string());
        Self::new(outer, &error.inner().to_string())
    }

    /// The problem with a field, in the words of a deserializer.
    pub(super) fn new(outer: Option<String>, problem: &str) -> Self {
        // If a field is missing, the path is that of its parent, and only the message names the field.
        let missing = problem.strip_prefix("missing field `").and_then(|rest| rest.split_once('`'));
        let field = match (outer, missing) {
            (Some(outer), Some((missing, _))) => Some(format!("{outer}.{missing}")),
            (None, Some((missing, _))) => Some(missing.to_owned()),
            (outer, None) => outer,
        };
        Self {
            field: field.map(|field| truncate(&field, MAX_FIELD).into_owned()),
            is_missing: missing.is_some(),
            problem: truncate(&without_type_name(problem), MAX_PROBLEM).into_owned(),
        }
    }

    /// `MISSING_REQUIRED` or `VALIDATION_ERROR`, with the detail `field`.
    pub(super) fn failure(&self, message: impl Display) -> ToolFailure {
        let code =
            if self.is_missing { ErrorCode::MissingRequired } else { ErrorCode::ValidationError };
        let failure = ToolFailure::new(code, message);
        match &self.field {
            Some(field) => failure.detail("field", field),
            None => failure,
        }
    }

    /// How to correct the input, which is `input`, such as the query string.
    #[cfg(feature = "axum")]
    pub(super) fn remediation(&self, input: &str) -> String {
        match &self.field {
            Some(field) if self.is_missing => format!("Add `{field}` to the {input}"),
            Some(field) => format!("Correct `{field}` in the {input}"),
            None => format!("Correct the {input}"),
        }
    }
}

/// The problem, after the field unless the problem names it.
impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) if !self.is_missing => write!(f, "{field}: {}", self.problem),
            _ => f.write_str(&self.problem),
        }
    }
}

/// The problem without the name of the author's type, which `serde` puts at the end of some messages: `expected struct Page` becomes
/// `expected an object`.
fn without_type_name(problem: &str) -> Cow<'_, str> {
    /// The words of the code that serde's derive generates, and the JSON that such a type expects.
    const KINDS: [(&str, &str); 9] = [
        ("adjacently tagged enum ", "an object"),
        ("internally tagged enum ", "an object"),
        ("enum ", "a string or an object"),
        ("struct variant ", "an object"),
        ("struct ", "an object"),
        ("tuple struct ", "an array"),
        ("tuple variant ", "an array"),
        ("unit struct ", "null"),
        ("unit variant ", "a string"),
    ];
    const UNTAGGED: &str = "data did not match any variant of untagged enum ";

    // What the caller sent is quoted before the last of these words.
    const EXPECTED: &str = ", expected ";
    let (problem, position) = split_position(problem);
    if problem.starts_with(UNTAGGED) {
        return format!("the value has none of the possible forms{position}").into();
    }
    let Some((found, expected)) = problem.rsplit_once(EXPECTED) else {
        return [problem, position].concat().into();
    };
    for (kind, json) in KINDS {
        if let Some(name) = expected.strip_prefix(kind) {
            // `tuple struct Pair with 2 elements`
            let length = name.rfind(" with ").and_then(|at| name.get(at..)).unwrap_or_default();
            return [found, EXPECTED, json, length, position].concat().into();
        }
    }
    [problem, position].concat().into()
}

/// The problem, and the position after it: ` at line 1 column 5`.
fn split_position(problem: &str) -> (&str, &str) {
    let is_position = |position: &str| {
        let position = position.strip_prefix(" at line ").unwrap_or_default();
        position
            .split_once(" column ")
            .is_some_and(|(line, column)| is_digits(line) && is_digits(column))
    };
    let at = problem.rfind(" at line ").filter(|&at| problem.get(at..).is_some_and(is_position));
    problem.split_at(at.unwrap_or(problem.len()))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde::de::DeserializeOwned;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Secret {
        #[serde(rename = "a")]
        _a: u8,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename = "Secret with 2 faces")]
    struct SecretPair(#[allow(dead_code)] u8, #[allow(dead_code)] u8);

    #[derive(Debug, Deserialize)]
    struct SecretUnit;

    #[derive(Debug, Deserialize)]
    enum SecretEnum {
        #[serde(rename = "pair")]
        Pair(#[allow(dead_code)] u8, #[allow(dead_code)] u8),
        #[serde(rename = "named")]
        Named { _a: u8 },
        #[serde(rename = "unit")]
        Unit,
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type")]
    enum SecretTagged {
        #[serde(rename = "unit")]
        Unit,
    }

    #[derive(Debug, Deserialize)]
    #[serde(tag = "type", content = "of")]
    enum SecretAdjacent {
        #[serde(rename = "unit")]
        Unit,
    }

    #[derive(Debug, Deserialize)]
    #[serde(untagged)]
    enum SecretUntagged {
        Number(#[allow(dead_code)] u8),
    }

    fn problem<T: DeserializeOwned>(json: &str) -> String {
        let error = serde_json::from_str::<T>(json).err().unwrap();
        Misfit::new(None, &error.to_string()).problem
    }

    #[test]
    fn the_names_of_types_are_not_sent() {
        type Problem = fn(&str) -> String;

        let cases: [(Problem, &str, &str); 13] = [
            (
                problem::<Secret>,
                "7",
                "invalid type: integer `7`, expected an object at line 1 column 1",
            ),
            (
                problem::<Secret>,
                "[]",
                "invalid length 0, expected an object with 1 element at line 1 column 2",
            ),
            (
                problem::<SecretPair>,
                "{}",
                "invalid type: map, expected an array at line 1 column 0",
            ),
            (
                problem::<SecretPair>,
                "[1]",
                "invalid length 1, expected an array with 2 elements at line 1 column 3",
            ),
            (
                problem::<SecretUnit>,
                "1",
                "invalid type: integer `1`, expected null at line 1 column 1",
            ),
            (
                problem::<SecretEnum>,
                r#"{"pair":1}"#,
                "invalid type: integer `1`, expected an array at line 1 column 9",
            ),
            (
                problem::<SecretEnum>,
                r#"{"named":1}"#,
                "invalid type: integer `1`, expected an object at line 1 column 10",
            ),
            (
                problem::<SecretEnum>,
                r#"{"pair":[1]}"#,
                "invalid length 1, expected an array with 2 elements at line 1 column 11",
            ),
            (
                problem::<SecretTagged>,
                "1",
                "invalid type: integer `1`, expected an object at line 1 column 1",
            ),
            (
                problem::<SecretAdjacent>,
                "1",
                "invalid type: integer `1`, expected an object at line 1 column 1",
            ),
            (problem::<SecretUntagged>, "null", "the value has none of the possible forms"),
            (
                problem::<u8>,
                r#"", expected struct X""#,
                "invalid type: string \", expected struct X\", expected u8 at line 1 column 21",
            ),
            (
                problem::<Secret>,
                r#"", expected u8 at line 1 column 1""#,
                "invalid type: string \", expected u8 at line 1 column 1\", expected an object at line 1 column 34",
            ),
        ];
        for (problem, json, expected) in cases {
            assert_eq!(problem(json), expected, "{json}");
        }
        for unit in [problem::<SecretEnum>("7"), problem::<SecretEnum>(r#"{"unit":1}"#)] {
            assert!(!unit.contains("Secret"), "{unit}");
        }
    }
}
