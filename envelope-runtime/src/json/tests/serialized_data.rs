//! A tool's data, and the envelope that a dialect writes around it.

use std::cell::Cell;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::{any, contents};
use crate::dialect::{DialectFacts, Entries};
use crate::dialects::response_v2::ResponseV2;
use crate::json::pretty::indented;
use crate::json::serialized_data::MAX_KEPT;
use crate::json::{Data, Known, Reader, Root, SerializedData, SourceText, append};

/// The forms in which data is written before its envelope.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Json,
    Twice,
    Tree,
    TwiceAndTree,
}

const FORMS: [Form; 4] = [Form::Json, Form::Twice, Form::Tree, Form::TwiceAndTree];

impl Form {
    fn has_tree(self) -> bool {
        matches!(self, Self::Tree | Self::TwiceAndTree)
    }

    fn write(self, data: &impl Serialize) -> serde_json::Result<SerializedData> {
        let mut serialized = SerializedData::new(false);
        let written = match self {
            Self::Json => serialized.write(data, Root::Any),
            Self::Twice => serialized.write_twice(data, Root::Any),
            Self::Tree => serialized.write_and_tree(data, Root::Any),
            Self::TwiceAndTree => serialized.write_twice_and_tree(data, Root::Any),
        };
        match written {
            Ok(()) => Ok(serialized),
            Err(error) => {
                serialized.finish();
                Err(error)
            }
        }
    }
}

/// The envelope as text and, if the data is written as a tree, also as a tree.
fn envelope(
    form: Form,
    data: &impl Serialize,
    write: impl FnOnce(&mut Entries<'_>),
) -> serde_json::Result<(String, Option<Value>)> {
    finished(form.write(data)?, write)
}

fn finished(
    mut serialized: SerializedData,
    write: impl FnOnce(&mut Entries<'_>),
) -> serde_json::Result<(String, Option<Value>)> {
    let tree = serialized.take_tree();
    let written = around(&serialized, tree, write);
    serialized.finish();
    written
}

fn around(
    serialized: &SerializedData,
    tree: Option<Value>,
    write: impl FnOnce(&mut Entries<'_>),
) -> serde_json::Result<(String, Option<Value>)> {
    let data = serialized.data();
    let mut envelope = String::new();
    let copies = Entries::envelope(
        DialectFacts::of::<ResponseV2>(),
        &mut envelope,
        Some(Data { is_empty: false, ..data }),
        write,
    )?;
    let known = |tree| {
        let text = Known { range: copies.text.clone(), tree: data.json.as_str().into() };
        [Some(text), Some(Known { range: copies.json.clone(), tree })]
    };
    let tree = tree.map(|tree| Reader::around(&envelope, known(tree)).tree()).transpose()?;
    Ok((envelope, tree))
}

/// Writes the data twice in each form, with a value in between.
fn everywhere<T: Serialize>(between: T) -> impl FnOnce(&mut Entries<'_>) {
    move |envelope| {
        envelope.data_text("first\"");
        envelope.data("json");
        envelope.value("between", &between);
        envelope.object("nested", |nested| {
            nested.pretty_data_text("pretty");
            nested.data("json");
            nested.data_text("text");
        });
    }
}

fn expected(json: &str, between: &str) -> String {
    let text = contents(json);
    let pretty = contents(&indented(json));
    format!(
        r#"{{"first\"":"{text}","json":{json},"between":{between},"nested":{{"pretty":"{pretty}","json":{json},"text":"{text}"}}}}"#
    )
}

#[track_caller]
fn assert_everywhere(data: &impl Serialize, json: &str) {
    for form in FORMS {
        let expected = expected(json, "1");
        let (text, tree) = envelope(form, data, everywhere(1)).unwrap();
        assert_eq!(text, expected, "{form:?}");
        let expected = form.has_tree().then(|| serde_json::from_str(&expected).unwrap());
        assert_eq!(tree, expected, "{form:?}");
    }
}

#[test]
fn data_can_be_in_an_envelope_in_each_form() {
    let data = json!({"a\n": "\\\"€", "b": [1, {}], "c": []});
    assert_everywhere(&data, &data.to_string());
    assert_everywhere(&"", "\"\"");
    assert_everywhere(&(), "null");
}

#[test]
fn an_envelope_can_have_the_data_as_text_alone() {
    for form in FORMS {
        assert!(envelope(form, &1, |envelope| envelope.null("a")).is_err(), "{form:?}");
        let (text, tree) = envelope(form, &1, |envelope| envelope.data_text("a")).unwrap();
        assert_eq!(text, "{\"a\":\"1\"}");
        assert_eq!(tree, form.has_tree().then(|| json!({"a": "1"})));
    }
}

#[test]
fn any_data_can_be_in_an_envelope() {
    for seed in 0..500 {
        let value = any::Random(seed).value(4);
        let data = any::View(&value, any::Mode::UnderTest);
        let mut json = String::new();
        let Ok(_) = append(&mut json, &data) else {
            for form in FORMS {
                assert!(envelope(form, &data, everywhere(1)).is_err(), "{form:?}: {value:?}");
            }
            continue;
        };
        let tree = serde_json::to_value(any::View(&value, any::Mode::Tree)).map(|data| {
            let pretty = indented(&json);
            let nested = json!({"pretty": pretty, "json": data, "text": json});
            json!({"first\"": json, "json": data, "between": 1, "nested": nested})
        });
        for form in FORMS {
            match envelope(form, &data, everywhere(1)) {
                Ok((text, written)) => {
                    assert_eq!(text, expected(&json, "1"), "{form:?}: {value:?}");
                    assert!(written.is_none() || tree.is_ok(), "{value:?}");
                }
                // A tree cannot hold every number.
                Err(_) => assert!(form.has_tree() && tree.is_err(), "{form:?}: {value:?}"),
            }
        }
    }
}

/// The tree of an envelope represents its text, with values of every kind around the data.
#[test]
fn any_envelope_can_be_a_tree() {
    let data = json!({"a": 1});
    for seed in 0..500 {
        let value = any::Random(seed).value(4);
        let around = any::View(&value, any::Mode::UnderTest);
        let written = envelope(Form::Tree, &data, |envelope| {
            envelope.value("before", &around);
            envelope.data("data");
            envelope.data_text("text");
            envelope.value("after", &around);
        });
        let around = any::View(&value, any::Mode::ReadTree);
        let expected = serde_json::to_value(around).map(|around| {
            json!({"before": around, "data": data, "text": data.to_string(), "after": around})
        });
        let tree = written.map(|(_, tree)| tree.unwrap()).map_err(|error| error.to_string());
        assert_eq!(tree, expected.map_err(|error| error.to_string()), "{value:?}");
    }
}

#[test]
fn data_is_serialized_and_formatted_once() {
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

    for form in FORMS {
        let data = Counted(Cell::new(0));
        let (text, _) = envelope(form, &data, everywhere(1)).unwrap();
        assert_eq!(text, expected("\"1\"", "1"), "{form:?}");
        assert_eq!(data.0.get(), 1, "{form:?}");
    }
}

#[test]
fn a_failure_leaves_nothing_for_the_next_envelope() {
    let fails = any::Any::Seq(vec![any::Any::Bool(true), any::Any::Fails]);
    let fails = any::View(&fails, any::Mode::UnderTest);
    for form in FORMS {
        assert!(envelope(form, &fails, everywhere(1)).is_err());
        assert_everywhere(&1, "1");
        assert!(envelope(form, &1, everywhere(&fails)).is_err());
        assert_everywhere(&1, "1");
    }
}

#[test]
fn data_that_has_to_be_an_object_is_one() {
    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    enum Choice {
        Nothing,
        Something(()),
    }

    #[track_caller]
    fn assert_object(data: impl Serialize, expected: Result<&str, &str>) {
        let mut serialized = SerializedData::new(false);
        let written = serialized.write_twice_and_tree(&data, Root::Object);
        let written = written.map_err(|error| error.to_string());
        let message = "`data` must be a JSON object, and a payload serialized to ";
        assert_eq!(written, expected.map(|_| ()).map_err(|kind| format!("{message}{kind}")));
        if let Ok(json) = expected {
            assert_eq!(serialized.take_tree().unwrap().to_string(), json);
            let data = serialized.data();
            assert_eq!(
                (data.json.as_str(), data.text.map(SourceText::as_str)),
                (json, Some(&*contents(json)))
            );
        }
        serialized.finish();
    }

    assert_object((), Ok("{}"));
    assert_object(Some(()), Ok("{}"));
    assert_object(json!({"a": [(), {}]}), Ok("{\"a\":[null,{}]}"));
    assert_object(Choice::Something(()), Ok("{\"Something\":null}"));
    assert_object(None::<()>, Err("null"));
    assert_object(Unit, Err("null"));
    assert_object(Choice::Nothing, Err("a string"));
    assert_object([()], Err("an array"));
    assert_object((1, 2), Err("an array"));
    assert_object(true, Err("a boolean"));
    assert_object(-1.5, Err("a number"));
    assert_object('a', Err("a string"));
}

#[test]
fn buffers_are_kept_up_to_a_limit() {
    assert_eq!(MAX_KEPT, 1024 * 1024, "1 MiB");
    let capacities = || {
        let serialized = SerializedData::new(false);
        assert_eq!(serialized.data().json.as_str(), "");
        assert!(serialized.data().text.is_none());
        let capacities = serialized.capacities();
        serialized.finish();
        capacities
    };
    let small = "a".repeat(MAX_KEPT / 4);
    let large = "a".repeat(MAX_KEPT + 1);

    envelope(Form::Twice, &small, everywhere(1)).unwrap();
    assert!(capacities().iter().all(|kept| (small.len()..=MAX_KEPT).contains(kept)));
    envelope(Form::Json, &large, everywhere(1)).unwrap();
    let [json, text] = capacities();
    assert_eq!(json, 0);
    assert!(text >= small.len());
    // This text is too large only as the contents of a string.
    envelope(Form::Twice, &"\"".repeat(MAX_KEPT / 3), everywhere(1)).unwrap();
    let [json, text] = capacities();
    assert!(json >= small.len());
    assert_eq!(text, 0);
}

#[test]
fn two_envelopes_can_be_written_at_once() {
    let (first, second) = (Form::Twice.write(&1).unwrap(), Form::Twice.write(&2).unwrap());
    assert_eq!(finished(first, everywhere(1)).unwrap().0, expected("1", "1"));
    assert_eq!(finished(second, everywhere(1)).unwrap().0, expected("2", "1"));
}
