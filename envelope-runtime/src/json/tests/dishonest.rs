//! Implementations of `Serialize` that break serde's rules: the writer always returns valid JSON or an error.

use std::cell::Cell;
use std::fmt::{self, Display};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::ser::{
    Error, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant,
};
use serde::{Serialize, Serializer};

use super::{assert_refused, assert_written, serialize_as};
use crate::dialect::{DialectFacts, Entries};
use crate::dialects::response_v2::ResponseV2;
use crate::json::{Root, SerializedData, append};

const IGNORED: &str = "a `Serialize` implementation ignored that an element failed";
const MISSING_KEY: &str = "the key of a value is missing";
const MISSING_VALUE: &str = "the value of a key is missing";
/// Each of serde's compounds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Seq,
    Tuple,
    TupleStruct,
    TupleVariant,
    Map,
    Struct,
    StructVariant,
}

const SHAPES: [Shape; 7] = [
    Shape::Seq,
    Shape::Tuple,
    Shape::TupleStruct,
    Shape::TupleVariant,
    Shape::Map,
    Shape::Struct,
    Shape::StructVariant,
];

/// The keys of a compound. The first key of a struct must not be repeated.
const KEYS: [&str; 4] = ["k", "l", "m", "n"];

/// A compound with any length hint, which can ignore the failure of an element.
struct Compound<T> {
    shape: Shape,
    len: usize,
    elements: Vec<T>,
    on_failure: OnFailure,
}

#[derive(Clone, Copy, PartialEq)]
enum OnFailure {
    Fail,
    /// Continues after an error or a panic.
    GoOn,
}

impl OnFailure {
    fn element<E>(self, write: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Fail => write(),
            Self::GoOn => {
                let _ = catch_unwind(AssertUnwindSafe(write));
                Ok(())
            }
        }
    }
}

impl<T: Serialize> Serialize for Compound<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        macro_rules! written {
            ($compound:ident = $open:expr, |$key:pat_param, $element:ident| $write:expr) => {{
                let mut $compound = $open?;
                for (at, $element) in self.elements.iter().enumerate() {
                    let $key = KEYS[at];
                    self.on_failure.element(|| $write)?;
                }
                $compound.end()
            }};
        }

        let len = self.len;
        match self.shape {
            Shape::Seq => written!(seq = serializer.serialize_seq(Some(len)), |_, element| seq
                .serialize_element(element)),
            Shape::Tuple => written!(tuple = serializer.serialize_tuple(len), |_, element| tuple
                .serialize_element(element)),
            Shape::TupleStruct => {
                written!(tuple = serializer.serialize_tuple_struct("C", len), |_, element| tuple
                    .serialize_field(element))
            }
            Shape::TupleVariant => written!(
                tuple = serializer.serialize_tuple_variant("C", 0, "v", len),
                |_, element| tuple.serialize_field(element)
            ),
            Shape::Map => written!(map = serializer.serialize_map(Some(len)), |key, element| map
                .serialize_entry(key, element)),
            Shape::Struct => {
                written!(fields = serializer.serialize_struct("C", len), |key, element| fields
                    .serialize_field(key, element))
            }
            Shape::StructVariant => written!(
                fields = serializer.serialize_struct_variant("C", 0, "v", len),
                |key, element| fields.serialize_field(key, element)
            ),
        }
    }
}

/// The JSON of a compound with these elements.
fn json_of(shape: Shape, elements: &[&str]) -> String {
    let keyed = KEYS.iter().zip(elements);
    let entries: Vec<_> = keyed.map(|(key, element)| format!("\"{key}\":{element}")).collect();
    let (elements, entries) = (elements.join(","), entries.join(","));
    match shape {
        Shape::Seq | Shape::Tuple | Shape::TupleStruct => format!("[{elements}]"),
        Shape::TupleVariant => format!("{{\"v\":[{elements}]}}"),
        Shape::Map | Shape::Struct => format!("{{{entries}}}"),
        Shape::StructVariant => format!("{{\"v\":{{{entries}}}}}"),
    }
}

#[test]
fn length_hints_are_not_believed() {
    for shape in SHAPES {
        for len in [0, 1, 2, 3, 1 << 40, usize::MAX] {
            for elements in [vec![], vec![1], vec![1, 2]] {
                let texts = &["1", "2"][..elements.len()];
                let compound = Compound { shape, len, elements, on_failure: OnFailure::Fail };
                assert_written(&compound, &json_of(shape, texts));
                assert_written(&[&compound], &format!("[{}]", json_of(shape, texts)));
            }
        }
    }
}

/// An element that is written completely, or fails or panics halfway.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Element {
    Written,
    FailsAtOnce,
    FailsMidway,
    PanicsAtOnce,
    PanicsMidway,
    PanicsInText,
}

const FAILURES: [Element; 5] = [
    Element::FailsAtOnce,
    Element::FailsMidway,
    Element::PanicsAtOnce,
    Element::PanicsMidway,
    Element::PanicsInText,
];

/// A panic that prints nothing.
fn panics() -> ! {
    std::panic::resume_unwind(Box::new("this value panics"))
}

impl Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("begun")?;
        match self {
            Self::Written => Ok(()),
            Self::FailsAtOnce | Self::FailsMidway => Err(fmt::Error),
            _ => panics(),
        }
    }
}

impl Serialize for Element {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Written => serializer.serialize_u8(1),
            Self::FailsAtOnce => Err(S::Error::custom("this value fails")),
            Self::PanicsAtOnce => panics(),
            Self::PanicsInText => serializer.collect_str(self),
            Self::FailsMidway | Self::PanicsMidway => {
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry("a", &1)?;
                map.serialize_key("b")?;
                if *self == Self::PanicsMidway {
                    panics()
                } else {
                    Err(S::Error::custom("this value fails"))
                }
            }
        }
    }
}

#[test]
fn a_failed_element_that_is_ignored_fails_the_whole() {
    for shape in SHAPES {
        for failure in FAILURES {
            for elements in [
                vec![failure],
                vec![Element::Written, failure],
                vec![failure, Element::Written],
                vec![failure, failure],
            ] {
                let on_failure = OnFailure::GoOn;
                let compound = Compound { shape, len: elements.len(), elements, on_failure };
                assert_refused(&compound, IGNORED);
                assert_refused(&[&compound], IGNORED);
                assert_refused(&(1, Some(&compound), 2), IGNORED);
            }
        }
    }
}

#[test]
fn a_failure_deep_inside_that_is_ignored_fails_the_whole() {
    for failure in FAILURES {
        for shape in SHAPES {
            let inner = Compound {
                shape,
                len: 1,
                elements: vec![Inside(failure)],
                on_failure: OnFailure::Fail,
            };
            let on_failure = OnFailure::GoOn;
            let outer = Compound { shape, len: 2, elements: vec![&inner, &inner], on_failure };
            assert_refused(&outer, IGNORED);
        }
    }
}

/// A variant with a value.
#[derive(Clone, Copy)]
struct Inside<T>(T);

impl<T: Serialize> Serialize for Inside<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_variant("Inside", 0, "inside\n", &self.0)
    }
}

#[test]
fn an_error_at_any_depth_is_the_error_of_the_whole() {
    fn nested(shapes: &[Shape], failure: Element) -> Box<dyn Fn() -> String> {
        let shapes = shapes.to_vec();
        Box::new(move || {
            let mut json = "kept".to_owned();
            let error = append(&mut json, &Nested(&shapes, failure)).unwrap_err();
            assert_eq!(json, "kept");
            assert_refused(&Nested(&shapes, failure), "this value fails");
            error.to_string()
        })
    }

    for failure in [Element::FailsAtOnce, Element::FailsMidway] {
        for depth in 0..SHAPES.len() {
            for first in 0..SHAPES.len() {
                let mut shapes = SHAPES;
                shapes.rotate_left(first);
                assert_eq!(nested(&shapes[..depth], failure)(), "this value fails");
            }
        }
    }
}

/// Nested compounds, with the element in the innermost.
struct Nested<'a>(&'a [Shape], Element);

impl Serialize for Nested<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some((&shape, rest)) = self.0.split_first() else {
            return self.1.serialize(serializer);
        };
        let elements = vec![Nested(&[], Element::Written), Nested(rest, self.1)];
        Compound { shape, len: 2, elements, on_failure: OnFailure::Fail }.serialize(serializer)
    }
}

#[test]
fn keys_and_values_take_turns() {
    assert_refused(
        &serialize_as!(|serializer| {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_key("a")?;
            map.serialize_key("b")?;
            map.end()
        }),
        MISSING_VALUE,
    );
    assert_refused(
        &serialize_as!(|serializer| {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_value("a")?;
            map.end()
        }),
        MISSING_KEY,
    );
    assert_refused(
        &serialize_as!(|serializer| {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("a", "b")?;
            map.serialize_value("c")?;
            map.end()
        }),
        MISSING_KEY,
    );
    assert_refused(
        &serialize_as!(|serializer| {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("a", "b")?;
            map.serialize_key("c")?;
            map.end()
        }),
        MISSING_VALUE,
    );
}

#[test]
fn keys_and_values_out_of_turn_cannot_be_ignored() {
    let two_keys = serialize_as!(|serializer| {
        let mut map = serializer.serialize_map(None)?;
        let _ = map.serialize_key("a");
        let _ = map.serialize_key("b");
        map.serialize_value("c")?;
        map.end()
    });
    assert_refused(&two_keys, IGNORED);
    let no_key = serialize_as!(|serializer| {
        let mut map = serializer.serialize_map(None)?;
        let _ = map.serialize_value("c");
        map.end()
    });
    assert_refused(&no_key, IGNORED);
    assert_refused(&[no_key], IGNORED);
}

#[test]
fn a_failed_key_that_is_ignored_fails_the_whole() {
    struct Keyed(Element);

    impl Serialize for Keyed {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            let _ = catch_unwind(AssertUnwindSafe(|| map.serialize_key(&self.0)));
            map.serialize_value("b")?;
            map.end()
        }
    }

    for failure in FAILURES {
        assert_refused(&Keyed(failure), IGNORED);
        assert_refused(&Inside(Keyed(failure)), IGNORED);
    }
}

#[test]
fn raw_json_whose_failure_is_ignored_fails_the_whole() {
    struct Token<T>(&'static str, T);

    impl<T: Serialize> Serialize for Token<T> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut token = serializer.serialize_struct(self.0, 1)?;
            let _ = catch_unwind(AssertUnwindSafe(|| token.serialize_field("json", &self.1)));
            token.end()
        }
    }

    for name in ["$serde_json::private::RawValue", "$serde_json::private::Number"] {
        assert_refused(&Token(name, "{"), IGNORED);
        for failure in FAILURES {
            assert_refused(&[Token(name, failure)], IGNORED);
        }
    }
}

#[test]
fn a_display_that_fails_is_an_error() {
    struct Formatted(Element);

    impl Serialize for Formatted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&self.0)
        }
    }

    struct Keyed(Formatted);

    impl Serialize for Keyed {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([(&self.0, 1)])
        }
    }

    let message = fmt::Error.to_string();
    assert_refused(&Formatted(Element::FailsMidway), &message);
    assert_refused(&[Formatted(Element::FailsMidway)], &message);
    assert_refused(&Keyed(Formatted(Element::FailsMidway)), &message);
    assert_written(&Keyed(Formatted(Element::Written)), "{\"begun\":1}");
}

fn envelope_around(serialized: &SerializedData, end: impl Serialize) -> serde_json::Result<String> {
    let mut envelope = String::new();
    Entries::envelope(
        DialectFacts::of::<ResponseV2>(),
        &mut envelope,
        Some(serialized.data()),
        |envelope| {
            envelope.data("json");
            envelope.data_text("text");
            envelope.value("end", &end);
        },
    )?;
    Ok(envelope)
}

fn envelope_of(data: &impl Serialize) -> String {
    let mut serialized = SerializedData::new(false);
    serialized.write_twice(data, Root::Any).unwrap();
    let envelope = envelope_around(&serialized, "end").unwrap();
    serialized.finish();
    envelope
}

#[test]
fn after_a_panic_the_next_envelope_of_the_thread_is_right() {
    let panicking = |write: &dyn Fn()| assert!(catch_unwind(AssertUnwindSafe(write)).is_err());
    let next = || assert_eq!(envelope_of(&[1]), r#"{"json":[1],"text":"[1]","end":"end"}"#);
    for element in [Element::PanicsAtOnce, Element::PanicsMidway, Element::PanicsInText] {
        let data = (1, "text", element);
        panicking(&|| drop(SerializedData::new(false).write(&data, Root::Any)));
        next();
        panicking(&|| drop(SerializedData::new(false).write_twice(&data, Root::Any)));
        next();
        panicking(&|| drop(SerializedData::new(false).write_and_tree(&data, Root::Any)));
        next();
        panicking(&|| {
            let mut serialized = SerializedData::new(false);
            serialized.write_twice(&1, Root::Any).unwrap();
            drop(envelope_around(&serialized, element));
        });
        next();
    }
}

#[test]
fn data_can_make_an_envelope_while_it_is_written() {
    struct Nested(Cell<u32>);

    impl Serialize for Nested {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(None)?;
            seq.serialize_element("before")?;
            self.0.set(self.0.get() + 1);
            if self.0.get() < 3 {
                seq.serialize_element(&envelope_of(self))?;
            }
            seq.serialize_element("after")?;
            seq.end()
        }
    }

    let in_envelope = |data: String| {
        let text = serde_json::to_string(&data).unwrap();
        let envelope = format!(r#"{{"json":{data},"text":{text},"end":"end"}}"#);
        serde_json::to_string(&envelope).unwrap()
    };
    let innermost = r#"["before","after"]"#.to_owned();
    let middle = format!(r#"["before",{},"after"]"#, in_envelope(innermost));
    let outermost = format!(r#"["before",{},"after"]"#, in_envelope(middle));
    let text = serde_json::to_string(&outermost).unwrap();
    let expected = format!(r#"{{"json":{outermost},"text":{text},"end":"end"}}"#);
    assert_eq!(envelope_of(&Nested(Cell::new(0))), expected);
}
