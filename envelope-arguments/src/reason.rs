//! Why serde does not accept a value: its message as a problem. The message quotes the value and names Rust types, and the problem does
//! neither.

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::{Path, Segment};

use crate::nearest::{Reach, nearest};
use crate::place::{MAX_PATH, field_of, joined, shown};
use crate::problems::{Problem, ProblemKind, Problems};
use crate::words::{any_of, in_json, truncate};

/// The largest length of a message of an author's own code, in characters.
const MAX_MESSAGE: usize = 200;

/// The part of a message of an author's own code that is searched for the caller's texts, in characters.
const MAX_QUOTED: usize = 2_000;

/// The length of a caller's text above which only its start is searched for.
const MAX_START: usize = 64;

/// The largest number of texts that are searched for.
const MAX_TEXTS: usize = 64;

/// A caller's text shorter than this can be part of a message by chance, unless it is in quotes.
const MIN_REPEATED: usize = 3;

/// The largest number of lists, objects and values that are read again to find the place.
const MAX_READ_AGAIN: usize = 50_000;

/// Why serde does not accept a value, and where.
#[derive(Clone, Debug)]
pub struct Rejected {
    message: String,
    path: Vec<Segment>,
}

impl Rejected {
    /// The reason in the message of an error of serde, and the path that `serde_path_to_error` adds.
    #[must_use]
    pub fn new(message: String, path: &Path) -> Self {
        Self { message, path: path.iter().cloned().collect() }
    }

    /// The reason for an error of `serde_json`. Arguments of usual size are read again to find the place.
    pub(crate) fn locate<T: DeserializeOwned>(value: &Value, error: &serde_json::Error) -> Self {
        let is_large = is_larger(value, &mut { MAX_READ_AGAIN });
        let again =
            if is_large { None } else { serde_path_to_error::deserialize::<_, T>(value).err() };
        match again {
            Some(error) => Self::new(error.inner().to_string(), error.path()),
            None => Self { message: error.to_string(), path: Vec::new() },
        }
    }

    /// The path of the value. It is empty for the arguments themselves.
    pub(crate) fn field(&self) -> String {
        field_of(&self.path)
    }

    /// The reason as a problem, of these arguments if they are there as JSON.
    pub(crate) fn problem(&self, arguments: Option<&Value>) -> Problem {
        let mut texts = Vec::new();
        if let Some(value) = arguments.and_then(|arguments| value_at(arguments, &self.path)) {
            texts_in(value, &mut texts);
        }
        of_message(&self.message, &self.field(), texts)
    }
}

/// Whether a value has more lists, objects and values than this.
fn is_larger(value: &Value, left: &mut usize) -> bool {
    let Some(less) = left.checked_sub(1) else { return true };
    *left = less;
    match value {
        Value::Array(items) => items.iter().any(|item| is_larger(item, left)),
        Value::Object(object) => object.values().any(|value| is_larger(value, left)),
        _ => false,
    }
}

fn value_at<'v>(arguments: &'v Value, path: &[Segment]) -> Option<&'v Value> {
    path.iter().try_fold(arguments, |value, segment| match segment {
        Segment::Seq { index } => value.get(index),
        Segment::Map { key } | Segment::Enum { variant: key } => value.get(key),
        Segment::Unknown => Some(value),
    })
}

/// The texts in a value that a message could repeat. Those of a large value are not all looked at.
fn texts_in<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
    if texts.len() >= MAX_TEXTS {
        return;
    }
    match value {
        Value::String(text) if !text.is_empty() => texts.push(text),
        Value::Array(items) => items.iter().take(MAX_TEXTS).for_each(|item| texts_in(item, texts)),
        Value::Object(object) => {
            object.values().take(MAX_TEXTS).for_each(|value| texts_in(value, texts));
        }
        _ => {}
    }
}

/// A message of serde as a problem. `texts` are the caller's in the value.
fn of_message(message: &str, field: &str, texts: Vec<&str>) -> Problem {
    let message = without_position(message);
    let own = |kind| Problem::new(field.to_owned(), kind);
    // The caller's value is quoted before the last of these words, or nothing is expected.
    let expected = message.rsplit_once(", expected ").map(|(_, expected)| expected);
    let expected = expected.filter(|expected| !expected.contains("`, there are no "));
    let in_json = expected.map(in_json);
    if let Some(name) = quoted(message, "missing field `") {
        Problem::new(joined(field, name), ProblemKind::Missing)
    } else if let Some(name) = quoted(message, "duplicate field `") {
        Problem::new(joined(field, name), ProblemKind::Invalid).rule("it is given twice")
    } else if let Some(key) = quoted(message, "unknown field `") {
        unknown(field, key, expected.unwrap_or_default())
    } else if let Some(word) = quoted(message, "unknown variant `") {
        Problem::not_one_of(field.to_owned(), word, names(expected.unwrap_or_default()))
    } else if let Some(found) = message.strip_prefix("invalid type: ") {
        own(ProblemKind::WrongType).expected(in_json).found(type_in(found))
    } else if message.starts_with("invalid value: expected key to be ") {
        own(ProblemKind::Invalid).rule("a key has the wrong type")
    } else if let Some(found) = message.strip_prefix("invalid value: ") {
        let is_number = found.starts_with("integer") || found.starts_with("floating");
        own(if is_number { ProblemKind::OutOfRange } else { ProblemKind::Invalid })
            .expected(in_json)
    } else if message.starts_with("invalid length ") {
        own(ProblemKind::Invalid).expected(in_json)
    } else if let Some(expected) = unparsed(message) {
        own(ProblemKind::WrongType).expected(expected.to_owned())
    } else {
        own(ProblemKind::Invalid).rule(cleaned(message, texts))
    }
}

/// A message without the position after it: ` at line 1 column 5`.
fn without_position(message: &str) -> &str {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_position = |position: &str| {
        let numbers = position.split_once(" column ");
        numbers.is_some_and(|(line, column)| is_digits(line) && is_digits(column))
    };
    match message.rsplit_once(" at line ") {
        Some((message, position)) if is_position(position) => message,
        _ => message,
    }
}

/// The name in a message, which can have an expectation after it. The last one is serde's, since a caller's key can contain such words.
fn quoted<'m>(message: &'m str, start: &str) -> Option<&'m str> {
    let quoted = message.strip_prefix(start)?;
    let ends = ["`, expected ", "`, there are no "];
    let end = ends.iter().filter_map(|end| quoted.rfind(end)).max();
    quoted.get(..end.or_else(|| quoted.rfind('`'))?)
}

/// The names in an expectation: ``one of `a`, `b` ``.
fn names(expected: &str) -> impl Iterator<Item = &str> + Clone {
    expected.split('`').skip(1).step_by(2)
}

/// A key that is not known. The field can name it, or the place around it.
fn unknown(field: &str, key: &str, expected: &str) -> Problem {
    let around = field.strip_suffix(&*shown(key));
    let around = around
        .and_then(|around| if around.is_empty() { Some(around) } else { around.strip_suffix('.') });
    let around = around.unwrap_or(field);
    let near = nearest(key, names(expected), Reach::Far);
    Problem::unknown(around, key).expected(any_of(names(expected))).did_you_mean(near)
}

/// The type in the words of serde: `integer `7``, `floating point `0.5``, `string "a"`, `map`.
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

/// The expectation in a message of the standard library, about a text of a query string.
fn unparsed(message: &str) -> Option<&'static str> {
    if message.starts_with("invalid digit")
        || message.contains("parse integer")
        || message.starts_with("number too")
    {
        Some("an integer")
    } else if message.starts_with("invalid float") {
        Some("a number")
    } else if message.starts_with("provided string was not") {
        Some("`true` or `false`")
    } else {
        None
    }
}

/// A message of an author's own code without the caller's texts.
fn cleaned(message: &str, mut texts: Vec<&str>) -> String {
    // A message about an enum without a tag names the enum.
    if message.starts_with("data did not match any variant") {
        return "it has none of the possible forms".to_owned();
    }
    let mut message = truncate(message, MAX_QUOTED).into_owned();
    // A text can be a part of another one.
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    for text in texts {
        let quoted = format!("{text:?}");
        if text.len() <= MAX_START {
            message = message.replace(&quoted, "…");
            if text.len() >= MIN_REPEATED {
                message = message.replace(text, "…");
            }
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
    let kept: String = message.chars().filter(|char| !char.is_control()).collect();
    truncate(&kept, MAX_MESSAGE).into_owned()
}

/// The problem in a message of serde, which another deserializer has written, with the path if it is known.
pub(crate) fn problem_in(field: Option<&str>, message: &str) -> Problems {
    let field = truncate(field.unwrap_or_default(), MAX_PATH);
    Problems(vec![of_message(message, &field, Vec::new())])
}

/// The problem of a text that a type of Rust does not parse.
pub(crate) fn unparsed_as(field: Option<&str>, expected: &str) -> Problems {
    let field = truncate(field.unwrap_or_default(), MAX_PATH).into_owned();
    Problems(vec![Problem::new(field, ProblemKind::WrongType).expected(in_json(expected))])
}

/// The problem that another deserializer has stopped at.
impl From<Rejected> for Problems {
    fn from(rejected: Rejected) -> Self {
        Self(vec![rejected.problem(None)])
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::reader::Reader;

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

    fn problems<T: DeserializeOwned>(value: &Value) -> Vec<Problem> {
        Reader::with_schema(None).read::<T>(value.clone()).err().unwrap().0
    }

    #[test]
    fn a_message_of_an_author_is_sent_without_the_values() {
        let list =
            problems::<Find>(&json!({"range": {"start": "Hostile \"a\"", "end": "Hostile"}}));
        let [problem] = list.as_slice() else { panic!("{list:?}") };
        assert_eq!((problem.field.as_str(), problem.kind), ("range", ProblemKind::Invalid));
        assert_eq!(problem.rule.as_deref(), Some("… is after …[31m"));

        let long = "Hostile".repeat(100_000);
        let list = problems::<Find>(&json!({"range": {"start": long, "end": long}}));
        assert!(!format!("{list:?}").contains("Hostile"), "{list:?}");
    }

    #[test]
    fn without_a_schema_the_first_problem_is_named() {
        for (value, expected) in [
            (json!({}), "`range` is missing"),
            (json!({"range": 7}), "`range` is an integer, expected an object"),
            (json!({"range": {"start": "a"}}), "`range.end` is missing"),
        ] {
            assert_eq!(problems::<Find>(&value)[0].to_string(), expected);
        }
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code, reason = "a type is there to be read")]
    struct Secret {
        a: u8,
        more: Option<Vec<SecretEnum>>,
        pair: Option<SecretPair>,
        unit: Option<SecretUnit>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename = "Secret with 2 faces")]
    #[allow(dead_code, reason = "a type is there to be read")]
    struct SecretPair(u8, u8);

    #[derive(Debug, Deserialize)]
    struct SecretUnit;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code, reason = "a type is there to be read")]
    enum SecretEnum {
        Pair(u8, u8),
        Named { a: u8 },
        Unit,
    }

    #[test]
    fn a_reason_names_neither_types_nor_values() {
        let hostile = "Hostile`, expected `struct Secret";
        for (value, expected) in [
            (json!(hostile), "the value is a string, expected an object"),
            (json!({"a": hostile}), "`a` is a string, expected an integer from 0 to 255"),
            (json!({"a": 300}), "`a` is out of range, expected an integer from 0 to 255"),
            (
                json!({"aa": 1}),
                "`aa` is unknown, expected `a`, `more`, `pair` or `unit`, did you mean `a`?",
            ),
            (
                json!({hostile: 1}),
                "the value has an unknown key, expected `a`, `more`, `pair` or `unit`",
            ),
            (json!({"more": {}}), "`more` is an object, expected a list"),
            (
                json!({"more": [{"uint": null}]}),
                "`more[0]` is not an allowed value, expected `pair`, `named` or `unit`, did you mean `unit`?",
            ),
            (
                json!({"more": ["unit", hostile]}),
                "`more[1]` is not an allowed value, expected `pair`, `named` or `unit`",
            ),
            (json!({"more": [7]}), "`more[0]` is an integer, expected a string or an object"),
            (
                json!({"more": [{"unit": 1, "named": 1}]}),
                "`more[0]` is invalid, expected an object with one key",
            ),
            (
                json!({"more": [{"named": hostile}]}),
                "`more[0].named` is a string, expected an object",
            ),
            (
                json!({"more": [{"pair": [1]}]}),
                "`more[0].pair` is invalid, expected a list with 2 elements",
            ),
            (json!({"pair": {"a": 1}}), "`pair` is an object, expected a list"),
            (json!({"pair": [1, 2, 3]}), "`pair` is invalid, expected a shorter list"),
            (json!({"unit": 1}), "`unit` is an integer, expected null"),
        ] {
            assert_eq!(problems::<Secret>(&value)[0].to_string(), expected, "{value}");
        }
    }

    #[test]
    fn a_key_is_not_repeated_if_none_is_expected() {
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Empty {}

        let list = problems::<Empty>(&json!({"a, expected `Hostile`": 1}));
        assert_eq!(list[0].to_string(), "the value has an unknown key");
    }

    #[test]
    fn depth_is_limited() {
        for (depth, is_read) in [(128, true), (129, false)] {
            let value = (0..depth).fold(json!(1), |value, _| Value::Array(vec![value]));
            assert_eq!(Reader::with_schema(None).read::<Value>(value).is_ok(), is_read, "{depth}");
        }
    }
}
