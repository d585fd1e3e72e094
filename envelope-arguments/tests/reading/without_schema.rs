//! Reading without a schema finds only the problems at which serde stops.

use envelope_arguments::{Problem, ProblemKind, Reader};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

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
    Reader::without_schema().read::<T>(value.clone()).err().unwrap().as_slice().to_vec()
}

#[test]
fn a_message_of_an_author_is_sent_without_the_values() {
    let list = problems::<Find>(&json!({"range": {"start": "Hostile \"a\"", "end": "Hostile"}}));
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
        (json!({"more": [{"named": hostile}]}), "`more[0].named` is a string, expected an object"),
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

/// serde ignores the key, but lists the fields around it.
#[test]
fn a_key_close_to_an_absent_one_is_a_problem_in_a_call_that_serde_accepts() {
    #[derive(Debug, Deserialize)]
    #[allow(dead_code, reason = "a type is there to be read")]
    struct Mine {
        query: String,
        min_commit_tokens: Option<u32>,
        inner: Option<Box<Mine>>,
    }

    let read = |call: &Value| {
        let reader = Reader::without_schema().reject_unknown(false);
        let read = reader.read::<Mine>(call.clone());
        read.map(|accepted| accepted.unknown.len()).map_err(|problems| problems.to_string())
    };
    let near = |field: &str| {
        let expected = "`query`, `min_commit_tokens` or `inner`, did you mean `min_commit_tokens`?";
        Err(format!("`{field}` is unknown, expected {expected}"))
    };
    for key in ["minCommitToken", "minCommitTokens", "min_commit_token"] {
        assert_eq!(read(&json!({"query": "a", key: 5})), near(key));
        let inner = json!({"query": "a", "inner": {"query": "b", key: 5}});
        assert_eq!(read(&inner), near(&format!("inner.{key}")));
    }
    // The close key is not absent, or no key is close.
    let call = json!({"query": "a", "min_commit_tokens": 4, "minCommitToken": 5});
    assert_eq!(read(&call), Ok(1));
    assert_eq!(read(&json!({"query": "a", "colour": 5})), Ok(1));
}

#[test]
fn depth_is_limited() {
    for (depth, is_read) in [(128, true), (129, false)] {
        let value = (0..depth).fold(json!(1), |value, _| Value::Array(vec![value]));
        assert_eq!(Reader::without_schema().read::<Value>(value).is_ok(), is_read, "{depth}");
    }
}
