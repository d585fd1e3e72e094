//! Values that are nested deep: the writer accepts them up to a limit, and refuses any deeper value.

use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

use serde_json::value::RawValue;

use super::{Everywhere, assert_refused};
use crate::dialect::{DialectFacts, Entries};
use crate::dialects::response_v2::ResponseV2;
use crate::json::depth::{MAX_DEPTH, MAX_READ_DEPTH, MAX_SENT_DEPTH};
use crate::json::{Known, Reader, Root, SerializedData, append, tree_of};

#[derive(Clone, Copy, Debug)]
enum Kind {
    Seq,
    Map,
    Struct,
    NewtypeVariant,
    TupleVariant,
    StructVariant,
}

const KINDS: [Kind; 6] = [
    Kind::Seq,
    Kind::Map,
    Kind::Struct,
    Kind::NewtypeVariant,
    Kind::TupleVariant,
    Kind::StructVariant,
];

impl Kind {
    /// How many values of this kind can be nested. A variant with fields counts twice: it is an object with an object or an array in it.
    fn limit(self) -> usize {
        match self {
            Self::TupleVariant | Self::StructVariant => MAX_DEPTH / 2,
            _ => MAX_DEPTH,
        }
    }
}

/// A number inside of `.1` nested values of the kind `.0`.
struct Deep(Kind, usize);

impl Serialize for Deep {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(levels) = self.1.checked_sub(1) else { return serializer.serialize_u8(1) };
        let inner = Self(self.0, levels);
        match self.0 {
            Kind::Seq => {
                let mut seq = serializer.serialize_seq(None)?;
                seq.serialize_element(&inner)?;
                seq.end()
            }
            Kind::Map => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("k", &inner)?;
                map.end()
            }
            Kind::Struct => {
                let mut fields = serializer.serialize_struct("S", 1)?;
                fields.serialize_field("k", &inner)?;
                fields.end()
            }
            Kind::NewtypeVariant => serializer.serialize_newtype_variant("E", 0, "V", &inner),
            Kind::TupleVariant => {
                let mut fields = serializer.serialize_tuple_variant("E", 0, "V", 1)?;
                fields.serialize_field(&inner)?;
                fields.end()
            }
            Kind::StructVariant => {
                let mut fields = serializer.serialize_struct_variant("E", 0, "V", 1)?;
                fields.serialize_field("k", &inner)?;
                fields.end()
            }
        }
    }
}

const TOO_DEEP: &str = "JSON is nested more than 120 levels deep";

fn nested(open: &str, close: &str, levels: usize) -> String {
    format!("{}1{}", open.repeat(levels), close.repeat(levels))
}

/// Asserts that the value is written as this JSON.
#[track_caller]
fn assert_written<T: Serialize + ?Sized>(value: &T, json: &str) {
    let written = Everywhere::of(value);
    assert_eq!(written.text.as_deref(), Ok(json));
    assert_eq!(written.two_texts.unwrap().0, json);
    assert_eq!(written.text_and_tree.unwrap().1.to_string(), json);
}

#[test]
fn what_is_nested_up_to_the_limit_is_written() {
    for kind in KINDS {
        let deep = Deep(kind, kind.limit());
        assert_written(&deep, &serde_json::to_string(&deep).unwrap());
    }
}

#[test]
fn what_is_nested_deeper_is_an_error() {
    for kind in KINDS {
        for levels in [kind.limit() + 1, MAX_DEPTH * 2, 1_000_000] {
            assert_refused(&Deep(kind, levels), TOO_DEEP);
        }
    }
}

/// The writer adds the depth of raw JSON to the depth around it, so that indentation, trees and readers never get JSON beyond the limit.
#[test]
fn raw_json_counts() {
    for (open, close) in [("[", "]"), ("{\"[{\\\"\":", "}")] {
        let raw = |levels| RawValue::from_string(nested(open, close, levels)).unwrap();
        let most = raw(MAX_DEPTH);
        assert_written(&most, most.get());
        let in_two = [[raw(MAX_DEPTH - 2)]];
        assert_written(&in_two, &format!("[[{}]]", in_two[0][0]));
        for levels in [MAX_DEPTH + 1, 100_000] {
            assert_refused(&raw(levels), TOO_DEEP);
        }
        assert_refused(&[[raw(MAX_DEPTH - 1)]], TOO_DEEP);
    }
    // Values next to each other are not inside each other.
    let flat = RawValue::from_string(format!("[{}[]]", "[[],{}],".repeat(MAX_DEPTH))).unwrap();
    assert_written(&flat, flat.get());
}

/// Writes entries inside of `levels` nested objects.
fn inside(levels: usize, object: &mut Entries<'_>, write: &dyn Fn(&mut Entries<'_>)) {
    match levels {
        1 => write(object),
        _ => drop(object.object("a", |object| inside(levels - 1, object, write))),
    }
}

/// The data of an envelope can reach the limit, both as text and as a tree. A client reads such an envelope inside of a JSON-RPC message.
#[test]
fn the_deepest_data_can_be_in_an_envelope() {
    let data = RawValue::from_string(nested("[", "]", MAX_DEPTH)).unwrap();
    let mut serialized = SerializedData::new(false);
    serialized.write(&data, Root::Any).unwrap();
    serialized.add_page(Some("next"), None).unwrap();
    let envelope = |levels| {
        let mut text = String::new();
        let copies = Entries::envelope(
            DialectFacts::of::<ResponseV2>(),
            &mut text,
            Some(serialized.data()),
            |envelope| {
                inside(levels, envelope, &|object| {
                    object.data("data");
                    object.pretty_data_text("pretty");
                });
            },
        );
        copies.map(|copies| (text, copies))
    };
    let around = MAX_SENT_DEPTH - MAX_DEPTH - 1;
    let refused = envelope(around + 1).unwrap_err();
    assert_eq!(refused.to_string(), "JSON is nested more than 125 levels deep");
    let (text, copies) = envelope(around).unwrap();
    let message = format!("{{\"result\":{{\"envelope\":{text}}}}}");
    assert!(serde_json::from_str::<serde_json::Value>(&message).is_ok());
    let known =
        Known { range: copies.json, tree: tree_of(serialized.data().json.as_str()).unwrap() };
    let tree = Reader::around(&text, [Some(known), None]).tree().unwrap();
    assert_eq!(tree.to_string(), text);
    // The reader adds the known tree of the data to the tree of the text around it.
    assert_eq!(tree_of(&text).unwrap(), tree);
}

#[test]
fn a_tree_of_any_depth_does_not_overflow_the_stack() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let most = nested(open, close, MAX_READ_DEPTH);
        assert_eq!(tree_of(&most).unwrap().to_string(), most);
        for levels in [MAX_READ_DEPTH + 1, 100_000] {
            let error = tree_of(&nested(open, close, levels)).unwrap_err();
            assert_eq!(error.to_string(), "JSON is nested more than 137 levels deep");
        }
    }
}

/// If a value ignores the error of a nested value, writing still fails.
#[test]
fn the_limit_cannot_be_ignored() {
    struct Ignoring;

    impl Serialize for Ignoring {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(None)?;
            let _ = seq.serialize_element(&Deep(Kind::Map, 10_000));
            seq.serialize_element(&2)?;
            seq.end()
        }
    }

    let mut json = String::new();
    assert!(append(&mut json, &Ignoring).is_err());
    assert_eq!(json, "");
}
