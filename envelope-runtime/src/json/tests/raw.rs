//! Raw JSON text inside of values: the writer copies the text, but only if it is one JSON value.

use serde::Serialize;
use serde::ser::{SerializeMap, SerializeStruct, Serializer};
use serde_json::value::RawValue;

use super::{assert_refused, assert_written, serialize_as};
use crate::json::append;

const RAW_VALUE: &str = "$serde_json::private::RawValue";
const NUMBER: &str = "$serde_json::private::Number";
const NOT_ONE_VALUE: &str = "raw JSON must be one JSON value";

/// A struct with the name of a private struct of `serde_json`.
#[derive(Clone, Copy)]
struct Token<'a, T>(&'static str, &'a [T]);

impl<T: Serialize> Serialize for Token<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut token = serializer.serialize_struct(self.0, self.1.len())?;
        for text in self.1 {
            token.serialize_field(self.0, text)?;
        }
        token.end()
    }
}

/// Asserts that the value is refused, both alone and inside of other values.
#[track_caller]
fn assert_refused_anywhere<T: Serialize + Copy>(value: T, message: &str) {
    assert_refused(&value, message);
    assert_refused(&[value], message);
    assert_refused(&(1, Some(value), 2), message);
}

#[test]
fn a_raw_value_is_copied_with_its_white_space() {
    for json in ["1", "\"a\"", "[ 1,\n\t2 ]", "{\"a\" : \"\\u0041\"}", "1.50", "null"] {
        let raw = RawValue::from_string(json.to_owned()).unwrap();
        assert_written(&raw, json);
        assert_written(&[&raw, &raw], &format!("[{json},{json}]"));
        assert_written(&Token(RAW_VALUE, &[json]), json);
    }
}

#[test]
fn text_that_is_not_one_json_value_is_refused() {
    let broken = [
        "",
        " ",
        "1 2",
        "{",
        "}",
        "[1,]",
        "[1",
        "nul",
        "\"a",
        "a",
        "{\"a\"}",
        "{\"a\":1,}",
        "01",
        "1,",
        "\"\n\"",
        "\"\\x\"",
        "NaN",
        "1]",
        "[}",
        "// 1",
    ];
    for text in broken {
        assert_refused_anywhere(Token(RAW_VALUE, &[text]), NOT_ONE_VALUE);
        assert_refused_anywhere(Token(NUMBER, &[text]), NOT_ONE_VALUE);
    }
}

#[test]
fn a_number_is_a_number() {
    for number in ["0", "-0", "1e400", "1.50", "123456789012345678901234567890"] {
        let mut json = String::new();
        append(&mut json, &[Token(NUMBER, &[number])]).unwrap();
        assert_eq!(json, format!("[{number}]"));
    }
    for text in ["null", "true", "\"1\"", "[1]", "{}", "-", "+1", ".5", "1.", "Infinity", " 1"] {
        assert_refused_anywhere(Token(NUMBER, &[text]), NOT_ONE_VALUE);
    }
}

#[test]
fn raw_json_is_one_string() {
    const ONE_FIELD: &str = "raw JSON has one field";
    const STRING: &str = "raw JSON must be a string";
    for name in [RAW_VALUE, NUMBER] {
        assert_refused_anywhere(Token::<&str>(name, &[]), ONE_FIELD);
        assert_refused_anywhere(Token(name, &["1", "2"]), ONE_FIELD);
        assert_refused_anywhere(Token(name, &[1]), STRING);
        assert_refused_anywhere(Token(name, &[1.5]), STRING);
        assert_refused_anywhere(Token(name, &[true]), STRING);
        assert_refused_anywhere(Token(name, &[()]), STRING);
        assert_refused_anywhere(Token(name, &[None::<&str>]), STRING);
        assert_refused_anywhere(Token(name, &[["1"]]), STRING);
        assert_refused_anywhere(Token(name, &[Token(name, &["1"])]), STRING);
    }
}

/// `serde_json` passes each of these values to its serializer as the same string.
#[test]
fn raw_json_can_be_a_string_by_another_name() {
    #[derive(Clone, Copy, Serialize)]
    struct Newtype(&'static str);

    for name in [RAW_VALUE, NUMBER] {
        assert_written(&Token(name, &[Newtype("1")]), "1");
        assert_written(&Token(name, &[Some("1")]), "1");
        assert_written(&Token(name, &['1']), "1");
    }
}

#[test]
fn raw_json_is_not_a_key() {
    for name in [RAW_VALUE, NUMBER] {
        let map = [(Token(name, &["1"]), 1)];
        let map = serde_map(&map);
        assert_refused(&map, "key must be a string");
    }
}

/// A map with these entries.
fn serde_map<K: Serialize, V: Serialize>(entries: &[(K, V)]) -> impl Serialize {
    struct Entries<'a, K, V>(&'a [(K, V)]);

    impl<K: Serialize, V: Serialize> Serialize for Entries<'_, K, V> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            for (key, value) in self.0 {
                map.serialize_entry(key, value)?;
            }
            map.end()
        }
    }

    Entries(entries)
}

#[test]
fn a_token_whose_field_is_not_its_own_name_is_raw_json_too() {
    let token = serialize_as!(|serializer| {
        let mut token = serializer.serialize_struct(RAW_VALUE, 1)?;
        token.serialize_field("json", "{")?;
        token.end()
    });
    assert_refused(&token, NOT_ONE_VALUE);
}
