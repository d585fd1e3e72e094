//! Values that are nested deep: written up to a limit, and beyond it an error, however deep they are.

use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, SerializeTupleVariant};
use serde::{Serialize, Serializer};

use super::{Everywhere, assert_refused};
use crate::json::append;
use crate::json::writer::MAX_DEPTH;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Seq,
    Map,
    Struct,
    NewtypeVariant,
    TupleVariant,
}

const KINDS: [Kind; 5] =
    [Kind::Seq, Kind::Map, Kind::Struct, Kind::NewtypeVariant, Kind::TupleVariant];

/// So many of a kind, one inside of the other, around a number.
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
        }
    }
}

#[test]
fn what_is_nested_up_to_the_limit_is_written() {
    for kind in KINDS {
        let deep = Deep(kind, MAX_DEPTH);
        let json = serde_json::to_string(&deep).unwrap();
        let written = Everywhere::of(&deep);
        assert_eq!(written.text.as_ref(), Ok(&json), "{kind:?}");
        assert_eq!(written.two_texts.unwrap().0, json, "{kind:?}");
        assert_eq!(written.tree.unwrap().to_string(), json, "{kind:?}");
    }
}

#[test]
fn what_is_nested_deeper_is_an_error() {
    for kind in KINDS {
        for levels in [MAX_DEPTH + 1, MAX_DEPTH * 2, 1_000_000] {
            assert_refused(&Deep(kind, levels), "JSON is nested more than 512 levels deep");
        }
    }
}

/// What ignores the error has no JSON either.
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
