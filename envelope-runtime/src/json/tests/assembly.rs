//! Envelopes: a tool's data in the frame that a dialect gives it.

use std::cell::Cell;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{any, contents, writes};
use crate::json::assembly::MAX_KEPT;
use crate::json::pretty::indented;
use crate::json::{Assembly, Data, DataText, Entries, Object, Raw, append, constant, name};

/// The ways in which data is written before it is put in its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Text,
    TwoTexts,
    Tree,
}

const WAYS: [Way; 3] = [Way::Text, Way::TwoTexts, Way::Tree];

fn assembled(way: Way, data: &impl Serialize, wire: &impl Serialize) -> serde_json::Result<String> {
    let mut assembly = Assembly::new();
    let written = match way {
        Way::Text => assembly.write_data(data),
        Way::TwoTexts => assembly.write_data_twice(data),
        Way::Tree => assembly.write_data_and_tree(data),
    };
    let text = written.and_then(|()| assembly.text(&mut writes(wire)));
    assembly.finish();
    text
}

fn assembled_tree(data: &impl Serialize, wire: &impl Serialize) -> serde_json::Result<Value> {
    let mut assembly = Assembly::new();
    let written = assembly.write_data_and_tree(data);
    let both = written.and_then(|()| assembly.text_and_tree(&mut writes(wire)));
    assembly.finish();
    both.map(|(_, tree)| tree)
}

/// Data is in an envelope as this text, whichever way it is written, and the envelope's string has no room to spare.
#[track_caller]
fn assert_assembled(data: &impl Serialize, wire: &impl Serialize, expected: &str) {
    for way in WAYS {
        let envelope = assembled(way, data, wire).unwrap();
        assert_eq!(envelope, expected, "{way:?}");
        assert_eq!(envelope.capacity(), envelope.len(), "{way:?}");
    }
    let tree: Value = serde_json::from_str(expected).unwrap();
    assert_eq!(assembled_tree(data, wire).unwrap(), tree);
}

const DATA: Data = Data::new();

#[test]
fn data_can_be_anywhere_in_its_frame() {
    let data = json!({"a\n": "\"€\"", "b": [1]});
    let text = data.to_string();
    assert_assembled(&data, &DATA, &text);
    assert_assembled(&data, &(DATA, 1), &format!("[{text},1]"));
    assert_assembled(&data, &(1, DATA, 2), &format!("[1,{text},2]"));
    assert_assembled(&data, &(1, DATA), &format!("[1,{text}]"));
    assert_assembled(&data, &(DATA, DATA, [DATA]), &format!("[{text},{text},[{text}]]"));
    assert_assembled(&data, &Some((DATA, "é")), &format!("[{text},\"é\"]"));
    let string = contents(&text);
    assert_assembled(
        &data,
        &(DATA, DATA.as_text(), DATA),
        &format!("[{text},\"{string}\",{text}]"),
    );
}

/// A text is made of the data once, and can be in several places.
#[test]
fn data_can_be_text_more_than_once() {
    let data = json!({"a": [1]});
    let text = data.to_string();
    for (form, text) in [(DATA.as_text(), text.clone()), (DATA.as_pretty_text(), indented(&text))] {
        let string = Value::from(text);
        assert_assembled(&data, &(form, form), &format!("[{string},{string}]"));
    }
}

#[test]
fn a_frame_need_not_have_data() {
    assert_assembled(&json!({"a": 1}), &json!({"ok": false}), "{\"ok\":false}");
    assert_eq!(Assembly::new().text(&mut writes(&[1, 2])).unwrap(), "[1,2]");
}

#[derive(Serialize)]
struct Wire {
    #[serde(rename = "first\"")]
    first: DataText,
    json: Data,
    pretty: DataText,
    text: DataText,
    last: bool,
}

const WIRE: Wire = Wire {
    first: DATA.as_text(),
    json: DATA,
    pretty: DATA.as_pretty_text(),
    text: DATA.as_text(),
    last: true,
};

fn expected_of_wire(json: &str) -> String {
    let text = contents(json);
    let pretty = contents(&indented(json));
    format!(
        r#"{{"first\"":"{text}","json":{json},"pretty":"{pretty}","text":"{text}","last":true}}"#
    )
}

#[test]
fn data_can_be_json_and_text_and_pretty_text_at_once() {
    let data = json!({"a\n": "\\\"€", "b": [1, {}], "c": []});
    assert_assembled(&data, &WIRE, &expected_of_wire(&data.to_string()));
    assert_assembled(&data, &(DATA.as_text(),), &format!("[\"{}\"]", contents(&data.to_string())));
    assert_assembled(&"", &WIRE, &expected_of_wire("\"\""));
}

/// An envelope with data in each form and place, entry by entry.
fn write_entries(envelope: &mut Entries<'_>) {
    envelope.data_text(name!("first"), DATA.as_text());
    envelope.data(name!("json"), DATA);
    envelope.list_of_one_and(
        name!("list"),
        |object| object.data_text(name!("pretty"), DATA.as_pretty_text()),
        &[Some("a"), None],
    );
    envelope.object(name!("object"), |object| {
        object.constant(constant!("kind": "a\"b"));
        object.data(name!("json"), DATA);
        object.raw(name!("raw"), Raw("[ 1 , {} ]"));
        object.data_text(name!("text"), DATA.as_text());
    });
    envelope.constant(constant!("last": null));
}

#[test]
fn data_can_be_in_an_envelope_that_is_written_entry_by_entry() {
    let data = json!({"a\n": "\\\"€", "b": [1, {}]});
    let json = data.to_string();
    let (text, pretty) = (contents(&json), contents(&indented(&json)));
    let expected = |raw| {
        format!(
            r#"{{"first":"{text}","json":{json},"list":[{{"pretty":"{pretty}"}},"a",null],"object":{{"kind":"a\"b","json":{json},"raw":{raw},"text":"{text}"}},"last":null}}"#
        )
    };
    let tree: Value = serde_json::from_str(&expected("[1,{}]")).unwrap();

    let mut assembly = Assembly::new();
    assembly.write_data_and_tree(&data).unwrap();
    let written = assembly.text_and_tree(&mut |frame| frame.write_entries(write_entries)).unwrap();
    assert_eq!(written, (expected("[ 1 , {} ]"), tree));
    // As the envelope of a dialect that another dialect uses.
    let envelope = Object::write(write_entries);
    assert_assembled(&data, &envelope, &expected("[1,{}]"));
    let error = serde_json::to_string(&envelope).unwrap_err();
    assert_eq!(error.to_string(), "the placeholder of a tool's data is not in an envelope");
}

#[test]
fn data_of_an_envelope_that_is_written_entry_by_entry_can_be_apart() {
    let mut assembly = Assembly::new();
    assembly.write_data_and_tree(&1).unwrap();
    let (frame, apart) = assembly
        .apart(&mut |frame| {
            frame.write_entries(|envelope| {
                envelope.data(name!("json"), DATA);
                envelope.data_text(name!("text"), DATA.as_text());
            })
        })
        .unwrap();
    assert_eq!(frame, r#"{"json":null,"text":""}"#);
    assert_eq!(apart.text.as_deref(), Some("1"));
    assert_eq!(apart.structure, Some(Value::from(1)));
}

#[test]
fn what_is_refused_is_an_error() {
    let refused = |envelope: &mut Entries<'_>| {
        envelope.constant(constant!("a": 1));
        envelope.refuse("not this");
    };
    let written = Assembly::new().text(&mut |frame| frame.write_entries(refused));
    assert_eq!(written.unwrap_err().to_string(), "not this");
    assert_eq!(serde_json::to_string(&Object::write(refused)).unwrap_err().to_string(), "not this");
}

#[test]
fn any_data_can_be_in_an_envelope() {
    for seed in 0..500 {
        let value = any::Random(seed).value(4);
        let data = any::View(&value, any::Mode::UnderTest);
        let mut json = String::new();
        let Ok(()) = append(&mut json, &data) else {
            for way in WAYS {
                assert!(assembled(way, &data, &WIRE).is_err(), "{way:?}: {value:?}");
            }
            continue;
        };
        let expected = expected_of_wire(&json);
        for way in [Way::Text, Way::TwoTexts] {
            assert_eq!(assembled(way, &data, &WIRE).unwrap(), expected, "{way:?}: {value:?}");
        }
        let tree = serde_json::to_value(any::View(&value, any::Mode::Tree)).map(|data| {
            let pretty = indented(&json);
            json!({"first\"": json, "json": data, "pretty": pretty, "text": json, "last": true})
        });
        // Not every number fits in a tree.
        let is_tree = assembled(Way::Tree, &data, &WIRE).is_ok();
        assert_eq!(is_tree, tree.is_ok(), "{value:?}");
        assert_eq!(assembled_tree(&data, &WIRE).ok(), tree.ok(), "{value:?}");
    }
}

#[test]
fn data_is_serialized_once() {
    struct Counted(Cell<u32>);

    impl Serialize for Counted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            serializer.collect_str(&self.0.get())
        }
    }

    for way in WAYS {
        let data = Counted(Cell::new(0));
        let envelope = assembled(way, &data, &(DATA, DATA, DATA.as_text(), DATA.as_pretty_text()));
        assert_eq!(envelope.unwrap(), r#"["1","1","\"1\"","\"1\""]"#);
        assert_eq!(data.0.get(), 1, "{way:?}");
    }
}

/// The tree of an envelope is what its text says, even if its wire struct would say something else the second time.
#[test]
fn an_envelope_is_serialized_once() {
    struct Counting(Cell<u32>);

    impl Serialize for Counting {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            self.0.set(self.0.get() + 1);
            (self.0.get(), DATA).serialize(serializer)
        }
    }

    let mut assembly = Assembly::new();
    assembly.write_data_and_tree(&"a").unwrap();
    let wire = Counting(Cell::new(0));
    let (text, tree) = assembly.text_and_tree(&mut writes(&wire)).unwrap();
    assert_eq!((text.as_str(), tree), (r#"[1,"a"]"#, json!([1, "a"])));
    assert_eq!(wire.0.get(), 1);
}

/// The tree of an envelope is what its text says, with data anywhere between values of every kind.
#[test]
fn any_wire_can_be_a_tree() {
    fn text_of_error(tree: serde_json::Result<Value>) -> Result<Value, String> {
        tree.map_err(|error| error.to_string())
    }

    let data = json!({"a": 1});
    for seed in 0..500 {
        let value = any::Random(seed).value(4);
        let part = any::View(&value, any::Mode::UnderTest);
        let wire = (&part, DATA, [(&part, DATA.as_text())], &part);
        let part = any::View(&value, any::Mode::ReadTree);
        let expected = (&part, &data, [(&part, data.to_string())], &part);
        let expected = text_of_error(serde_json::to_value(expected));
        assert_eq!(text_of_error(assembled_tree(&data, &wire)), expected, "{value:?}");
    }
}

#[test]
fn what_is_formatted_is_formatted_once() {
    struct Counted(Cell<u32>);

    impl std::fmt::Display for Counted {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.set(self.0.get() + 1);
            write!(f, "{}", self.0.get())
        }
    }

    impl Serialize for Counted {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(self)
        }
    }

    for way in WAYS {
        let data = Counted(Cell::new(0));
        assert_eq!(assembled(way, &data, &(DATA, DATA.as_text())).unwrap(), r#"["1","\"1\""]"#);
        assert_eq!(data.0.get(), 1, "{way:?}");
    }
}

#[test]
fn data_that_fails_leaves_nothing_for_the_next_envelope() {
    let fails = any::Any::Seq(vec![any::Any::Bool(true), any::Any::Fails]);
    for way in WAYS {
        assert!(assembled(way, &any::View(&fails, any::Mode::UnderTest), &WIRE).is_err());
        assert_assembled(&1, &WIRE, &expected_of_wire("1"));
    }
}

#[test]
fn a_frame_that_fails_leaves_nothing_for_the_next_envelope() {
    let fails = any::Any::Fails;
    for way in WAYS {
        let frame = ("start", DATA, any::View(&fails, any::Mode::UnderTest));
        assert!(assembled(way, &[2], &frame).is_err());
        assert_assembled(&1, &WIRE, &expected_of_wire("1"));
    }
}

#[test]
fn buffers_are_kept_up_to_a_limit() {
    assert_eq!(MAX_KEPT, 1024 * 1024, "1 MiB");
    let capacities = || {
        let assembly = Assembly::new();
        let buffers = &assembly.buffers;
        assert!(buffers.data.is_empty() && buffers.nested.is_empty());
        assert!(buffers.frame.is_empty() && buffers.holes.is_empty());
        let capacities = [&buffers.data, &buffers.nested, &buffers.frame].map(String::capacity);
        assembly.finish();
        capacities
    };
    let small = "a".repeat(MAX_KEPT / 4);
    let large = "a".repeat(MAX_KEPT + 1);

    assembled(Way::TwoTexts, &small, &(DATA, DATA.as_text(), &small)).unwrap();
    assert!(capacities().iter().all(|kept| (small.len()..=MAX_KEPT).contains(kept)));
    // A large text, and a small one whose text as a string is large.
    assembled(Way::TwoTexts, &large, &(DATA, &small)).unwrap();
    let [data, nested, frame] = capacities();
    assert_eq!((data, nested), (0, 0));
    assert!(frame >= small.len());
    assembled(Way::Text, &small, &(DATA, &large)).unwrap();
    let [data, _, frame] = capacities();
    assert!(data >= small.len());
    assert_eq!(frame, 0);
}

#[test]
fn a_buffer_of_just_the_limit_is_kept() {
    let mut assembly = Assembly::new();
    assembly.buffers.data = String::with_capacity(MAX_KEPT);
    assembly.finish();
    assert_eq!(Assembly::new().buffers.data.capacity(), MAX_KEPT);
}

#[test]
fn two_envelopes_can_be_put_together_at_once() {
    let (mut first, mut second) = (Assembly::new(), Assembly::new());
    first.write_data_twice(&1).unwrap();
    second.write_data_twice(&2).unwrap();
    assert_eq!(first.text(&mut writes(&WIRE)).unwrap(), expected_of_wire("1"));
    drop(first);
    assert_eq!(second.text(&mut writes(&WIRE)).unwrap(), expected_of_wire("2"));
}
