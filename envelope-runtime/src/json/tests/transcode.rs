//! JSON text that is passed to another serializer. The tests of the writer cover the output for each kind of value.

use serde::Serialize;
use serde::ser::{Impossible, SerializeMap, SerializeSeq, Serializer};
use serde_json::{Value, json};

use crate::json::depth::MAX_READ_DEPTH;
use crate::json::{Known, Reader, transcode};

fn as_value(json: &str) -> Result<Value, String> {
    transcode(json, serde_json::value::Serializer).map_err(|error| error.to_string())
}

#[test]
fn white_space_of_raw_json_is_passed_over() {
    let text =
        " { \"a\" : [ 1 ,\n2 ] ,\t\"b\\u0020\" : { } ,\r\n\"c\" : [ ] , \"d e\" : \" f \" } ";
    assert_eq!(as_value(text), Ok(json!({"a": [1, 2], "b ": {}, "c": [], "d e": " f "})));
}

#[test]
fn every_integer_that_serde_has_keeps_its_value() {
    struct Text<'a>(&'a str);

    impl Serialize for Text<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            transcode(self.0, serializer)
        }
    }

    let integers = [i128::MIN, i64::MIN.into(), -1, 0, i64::MAX.into(), u64::MAX.into(), i128::MAX];
    let integers = integers.map(|integer| integer.to_string());
    for text in integers.into_iter().chain([u128::MAX.to_string()]) {
        assert_eq!(serde_json::to_string(&Text(&text)).unwrap(), text);
    }
    let too_large = format!("{}0", u128::MAX);
    assert_eq!(as_value(&too_large).unwrap_err(), "number out of range");
    assert_eq!(as_value("1e400").unwrap_err(), "number out of range");
}

#[test]
fn json_of_any_depth_does_not_overflow_the_stack() {
    let nested = |open: &str, close: &str, depth| open.repeat(depth) + "1" + &close.repeat(depth);
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        assert!(as_value(&nested(open, close, MAX_READ_DEPTH)).is_ok());
        for depth in [MAX_READ_DEPTH + 1, 100_000] {
            let error = as_value(&nested(open, close, depth)).unwrap_err();
            assert_eq!(error, "JSON is nested more than 137 levels deep");
        }
    }
    // Values next to each other are not inside each other.
    let flat = format!("[{}[]]", "[[],{}],".repeat(MAX_READ_DEPTH));
    assert!(as_value(&flat).is_ok());
}

/// The known part does not even have to be JSON.
#[test]
fn a_known_part_of_a_tree_is_not_read() {
    let json = "[{\"a\":<1> },<2>,[3]]";
    let known = |part: &str, tree| {
        let start = json.find(part).unwrap();
        Some(Known { range: start..start + part.len(), tree })
    };
    let tree = |known| Reader::around(json, known).tree();
    let (first, second) = (|| known("<1>", json!({"b": 1})), || known("<2>", json!("c")));
    let expected = json!([{"a": {"b": 1}}, "c", [3]]);
    assert_eq!(tree([first(), second()]).unwrap(), expected);
    assert_eq!(tree([second(), first()]).unwrap(), expected);
    assert!(tree([first(), None]).is_err());
}

#[test]
fn a_serializer_that_passes_over_elements_gets_an_error() {
    for json in ["[1,2]", "{\"a\":1,\"b\":2}"] {
        let error = transcode(json, Careless).unwrap_err();
        assert_eq!(error.to_string(), "a serializer passed over an element");
    }
}

/// Accepts arrays and objects, but never takes an element.
struct Careless;

type Error = serde_json::Error;

impl SerializeSeq for Careless {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        Ok(())
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

impl SerializeMap for Careless {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<(), Error> {
        Ok(())
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

macro_rules! unused {
    ($($method:ident($($type:ty),*) -> $made:ty,)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$made, Error> {
            unreachable!("no element is serialized")
        }
    )*};
}

impl Serializer for Careless {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Self;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Self;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), Error> {
        unreachable!("no element is serialized")
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        unreachable!("no element is serialized")
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        unreachable!("no element is serialized")
    }

    unused! {
        serialize_bool(bool) -> (),
        serialize_i8(i8) -> (),
        serialize_i16(i16) -> (),
        serialize_i32(i32) -> (),
        serialize_i64(i64) -> (),
        serialize_u8(u8) -> (),
        serialize_u16(u16) -> (),
        serialize_u32(u32) -> (),
        serialize_u64(u64) -> (),
        serialize_f32(f32) -> (),
        serialize_f64(f64) -> (),
        serialize_char(char) -> (),
        serialize_str(&str) -> (),
        serialize_bytes(&[u8]) -> (),
        serialize_none() -> (),
        serialize_unit() -> (),
        serialize_unit_struct(&'static str) -> (),
        serialize_unit_variant(&'static str, u32, &'static str) -> (),
        serialize_tuple(usize) -> Self::SerializeTuple,
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant,
        serialize_struct(&'static str, usize) -> Self::SerializeStruct,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant,
    }
}
