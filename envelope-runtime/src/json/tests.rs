//! Tests of the JSON writer: a correct `Serialize` gives the same text as `serde_json`, and any other gives valid JSON or an error.

mod any;
mod depth;
mod dishonest;
mod escapes;
mod lists;
mod pretty;
mod raw;
mod same_as_serde_json;
mod serialized_data;
mod transcode;

use serde::Serialize;
use serde_json::Value;

use super::append_given;
use super::sink::{Text, TwoTexts};
use super::tree::{Tree, WithTree};
use super::writer::{Notes, Root, Writer};

/// Makes a type that serializes with the given block, for calls that no derived implementation makes.
macro_rules! serialize_as {
    (|$serializer:ident| $body:expr) => {{
        struct Made;

        impl serde::Serialize for Made {
            fn serialize<S: serde::Serializer>(&self, $serializer: S) -> Result<S::Ok, S::Error> {
                $body
            }
        }

        Made
    }};
}
pub(super) use serialize_as;

/// A result whose error can be compared.
type Written<T> = Result<T, String>;

/// The output of every sink for a value.
struct Everywhere {
    text: Written<String>,
    two_texts: Written<(String, String)>,
    text_and_tree: Written<(String, Value)>,
}

impl Everywhere {
    fn of<T: Serialize + ?Sized>(value: &T) -> Self {
        fn result<T, C>(written: serde_json::Result<C>, sink: T) -> Written<T> {
            written.map(|_contents| sink).map_err(|error| error.to_string())
        }

        const BEFORE: &str = "before ";
        let mut appended = BEFORE.to_owned();
        let written = append_given(&mut appended, value);
        if written.is_err() {
            assert_eq!(appended, BEFORE, "what fails appends nothing");
        }
        let alone = result(written, appended.split_off(BEFORE.len()));
        assert_eq!(appended, BEFORE);
        let (mut json, mut nested) = (String::new(), String::new());
        let sink = TwoTexts { json: &mut json, nested: &mut nested };
        let written = Writer::write(sink, value, Some(Root::Any), &mut Notes::default());
        let two_texts = result(written, (json, nested));
        let (mut json, mut tree) = (String::new(), Tree::default());
        let sink = WithTree { sink: Text { json: &mut json }, tree: &mut tree };
        let written = Writer::write(sink, value, Some(Root::Any), &mut Notes::default());
        let text_and_tree = result(written, (json, tree.value.unwrap_or_default()));
        Self { text: alone, two_texts, text_and_tree }
    }
}

/// The contents of a JSON string, as `serde_json` escapes them.
fn contents(text: &str) -> String {
    let string = serde_json::to_string(text).unwrap();
    string[1..string.len() - 1].to_owned()
}

/// Replaces each fraction by the nearest `f64`, since `serde_json` keeps its digits with `arbitrary_precision`.
fn nearest(value: Value) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(nearest).collect(),
        Value::Number(number) if number.is_f64() => number.as_f64().into(),
        other => other,
    }
}

/// Asserts that every sink writes the value as this JSON.
#[track_caller]
fn assert_written<T: Serialize + ?Sized>(value: &T, json: &str) {
    let written = Everywhere::of(value);
    let tree = nearest(serde_json::from_str(json).unwrap());
    assert_eq!(written.text.as_deref(), Ok(json));
    assert_eq!(written.two_texts, Ok((json.to_owned(), contents(json))));
    assert_eq!(written.text_and_tree, Ok((json.to_owned(), tree)));
}

/// Asserts that every sink refuses the value with this message.
#[track_caller]
fn assert_refused<T: Serialize + ?Sized>(value: &T, message: &str) {
    let written = Everywhere::of(value);
    assert_eq!(written.text.unwrap_err(), message);
    assert_eq!(written.two_texts.unwrap_err(), message);
    assert_eq!(written.text_and_tree.unwrap_err(), message);
}
