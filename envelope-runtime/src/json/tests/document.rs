//! A document gives what `serde_json` gives for the same text.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::{BytesDeserializer, Error, MapDeserializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::super::Document;

#[derive(Debug, Deserialize, PartialEq)]
enum Shape {
    Unit,
    Newtype(u8),
    Tuple(u8, String),
    Struct { x: f32 },
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(untagged)]
enum Either {
    Number(i64),
    Text(String),
}

#[derive(Debug, Deserialize, PartialEq)]
struct All {
    shapes: Vec<Shape>,
    absent: Option<u8>,
    present: Option<u8>,
    pair: (u8, char),
    #[serde(default)]
    missing: bool,
    either: Either,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

fn parse(text: &str) -> Document<'_> {
    serde_json::from_str(text).unwrap()
}

fn check<T: DeserializeOwned + Debug + PartialEq>(text: &str) {
    let expected: T = serde_json::from_str(text).unwrap();
    assert_eq!(T::deserialize(parse(text)).unwrap(), expected, "{text}");
    let value: Value = serde_json::from_str(text).unwrap();
    assert_eq!(T::deserialize(Document::from(value)).unwrap(), expected, "{text}");
}

#[test]
fn it_reads_as_serde_json_does() {
    check::<All>(
        r#"{"shapes":["Unit",{"Newtype":1},{"Tuple":[1,"a"]},{"Struct":{"x":1.5}},{"Unit":null}],
            "absent":null,"present":3,"pair":[1,"é"],"either":"x","more":{"a":[1,2.5,null,true]}}"#,
    );
    check::<Either>("-3");
    check::<BTreeMap<u8, bool>>(r#"{"1":true,"255":false}"#);
    check::<BTreeMap<i128, u8>>(r#"{"-170141183460469231731687303715884105728":1}"#);
    check::<BTreeMap<bool, u8>>(r#"{"true":1}"#);
    check::<BTreeMap<char, u8>>(r#"{"x":1}"#);
    check::<Vec<u64>>("[0,18446744073709551615]");
    check::<Vec<i64>>("[-9223372036854775808,9223372036854775807]");
    check::<f64>("1e300");
    check::<f64>("3");
    check::<()>("null");
    check::<Option<Option<u8>>>("7");
    check::<String>(r#""a\nb""#);
}

#[test]
fn what_does_not_fit_is_an_error() {
    assert!(u8::deserialize(parse("256")).is_err());
    assert!(u8::deserialize(parse("\"1\"")).is_err());
    assert!(Vec::<u8>::deserialize(parse("{}")).is_err());
    assert!(Shape::deserialize(parse("3")).is_err());
    assert!(Shape::deserialize(parse(r#"{"Newtype":1,"Unit":null}"#)).is_err());
    assert!(<(u8, u8)>::deserialize(parse("[1,2,3]")).is_err());
    assert!(BTreeMap::<u8, u8>::deserialize(parse(r#"{"x":1}"#)).is_err());
}

#[test]
fn what_json_does_not_have_is_an_error() {
    let bytes = BytesDeserializer::<Error>::new(b"a");
    let error = Document::deserialize(bytes).unwrap_err();
    assert_eq!(error.to_string(), "invalid type: byte array, expected a JSON value");
    let map = MapDeserializer::<_, Error>::new([(1_u8, true)].into_iter());
    let error = Document::deserialize(map).unwrap_err();
    assert_eq!(error.to_string(), "invalid type: integer `1`, expected a string");
}

/// `serde_json` has private keys for numbers and for raw JSON. Any text can contain them.
#[test]
fn the_private_keys_of_serde_json_are_keys_like_any_other() {
    for text in [
        r#"{"$serde_json::private::Number":"x"}"#,
        r#"{"$serde_json::private::Number":"1e5"}"#,
        r#"{"$serde_json::private::Number":1}"#,
        r#"{"$serde_json::private::RawValue":"no JSON"}"#,
    ] {
        for document in
            [parse(text), parse(&serde_json::to_string(text).unwrap()).parse_text().unwrap()]
        {
            assert!(matches!(&document, Document::Object(entries) if entries.len() == 1), "{text}");
            assert_eq!(document.to_json(), text);
        }
    }
    let map =
        BTreeMap::<String, String>::deserialize(parse(r#"{"$serde_json::private::Number":"1e5"}"#));
    assert_eq!(map.unwrap()["$serde_json::private::Number"], "1e5");
}

#[test]
fn a_document_is_written_with_each_key_once() {
    let text = r#"{"b":1,"a":[{"x":1,"x":{"y":[1.5,null,true,"\n"]}}],"b":-2}"#;
    assert_eq!(parse(text).to_json(), r#"{"b":-2,"a":[{"x":{"y":[1.5,null,true,"\n"]}}]}"#);
}

#[test]
fn text_without_escapes_is_borrowed() {
    let text = String::from(r#"{"name":"auth"}"#);
    let map = BTreeMap::<&str, &str>::deserialize(parse(&text)).unwrap();
    assert_eq!(map["name"], "auth");
}

#[test]
fn raw_json_can_be_read() {
    let raw = Box::<RawValue>::deserialize(parse(r#"{"a": [1]}"#)).unwrap();
    assert_eq!(raw.get(), r#"{"a":[1]}"#);
}

#[test]
fn json_in_a_string_is_parsed() {
    assert_eq!(parse(r#""[1,2]""#).parse_text(), Some(parse("[1,2]")));
    assert_eq!(parse(r#""{\"a\":1}""#).parse_text(), Some(parse(r#"{"a":1}"#)));
    assert_eq!(parse("\"no JSON\"").parse_text(), None);
    assert_eq!(parse("[1,2]").parse_text(), None);
}

#[test]
fn only_an_object_without_entries_is_an_empty_object() {
    assert!(parse("{}").is_empty_object());
    for other in [r#"{"a":1}"#, "[]", "null", r#""""#] {
        assert!(!parse(other).is_empty_object(), "{other}");
    }
}

#[test]
fn a_key_that_is_there_twice() {
    let mut document = parse(r#"{"a":1,"b":2,"a":3}"#);
    assert_eq!(document.get("a"), Some(&parse("3")));
    assert_eq!(document.take("a"), Some(parse("3")));
    assert_eq!(document.take("a"), None);
    assert_eq!(document.into_value(), json!({"b": 2}));
}
