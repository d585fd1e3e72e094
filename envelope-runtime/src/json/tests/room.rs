//! Lists that take the room of their text: the first items are written, and the others are counted.

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::json::list::List;
use crate::json::room::{Room, Watch};
use crate::json::sink::{Text, TwoTexts};
use crate::json::tree::WithTree;
use crate::json::writer::{Root, write_data};

fn room(bytes: usize) -> Room {
    Room { bytes, ..Room::UNLIMITED }
}

fn at(list: &'static str, bytes: usize) -> Room {
    Room { list: Some(list), ..room(bytes) }
}

/// The text of a value, and the list that takes its room.
fn written(value: &impl Serialize, room: Room) -> (String, Option<List>) {
    let mut json = String::new();
    let mut watch = Watch::new(room);
    let (written, _) = write_data(Text { json: &mut json }, value, Some(Root::Any), &mut watch);
    written.unwrap();
    serde_json::from_str::<Value>(&json).expect("JSON");
    (json, watch.into_long_list())
}

#[test]
fn a_text_within_its_room_is_complete() {
    let value = json!({"a": [1, 2, [3, 4]], "b": "text"});
    let whole = value.to_string();
    for bytes in [whole.len(), whole.len() + 1, usize::MAX] {
        let (json, long) = written(&value, room(bytes));
        assert_eq!(json, whole);
        assert!(!long.is_some_and(|long| long.is_cut));
    }
}

#[test]
fn items_beyond_the_room_are_counted() {
    let value = json!({"a": {"x": 1}, "list": vec!["four"; 100], "none": [], "z": true});
    for bytes in 100..700 {
        let (json, long) = written(&value, room(bytes));
        let long = long.unwrap();
        assert!(long.is_cut && long.items == 100);
        assert!(json.ends_with(r#"],"none":[],"z":true}"#));
        let list: Vec<Value> =
            serde_json::from_str(&format!("[{}]", &json[long.start..long.end])).unwrap();
        // One item more than fits.
        assert!(long.end > bytes && long.end <= bytes + 7, "{bytes}: {json}");
        let (end, items) = long.early;
        assert_eq!((end - long.start + 1) / 7, items);
        assert!(items > 0 && items < list.len() && end <= bytes);
    }
}

/// The failure of a list whose first item does not fit has the actual size.
#[test]
fn without_an_early_item_everything_is_written() {
    let value = json!(["a".repeat(100), "b", "c"]);
    assert_eq!(written(&value, room(50)), (value.to_string(), None));
}

/// A first item that leaves no room for others is enough to stop.
#[test]
fn a_list_is_cut_after_its_first_item() {
    let value = json!(["a".repeat(900), vec![0; 100], "b", "c"]);
    let (json, long) = written(&value, room(1_000));
    let long = long.unwrap();
    assert!(long.is_cut && long.items == 4 && long.early == (1, 0));
    assert!(json.ends_with(",0]]"));
}

#[test]
fn other_lists_are_written() {
    let value = json!({"a": vec![1; 50], "b": {"c": vec![2; 50]}, "d": [[1, 2], [3]]});
    let whole = value.to_string();
    // The list that is cut comes after the room is taken.
    assert_eq!(written(&value, at("b.c", 40)), (whole.clone(), None));
    assert_eq!(written(&value, at("b", 40)), (whole.clone(), None));
    let (json, long) = written(&value, at("a", 40));
    assert!(long.unwrap().is_cut);
    assert!(json.ends_with(&whole[whole.find(r#","b""#).unwrap()..]));
    // `b.c` is not the first list.
    let (json, long) = written(&value, room(150));
    assert_eq!(json, whole);
    assert!(!long.unwrap().is_cut);
}

/// Neither a tuple nor a list in one is cut.
#[test]
fn tuples_are_written() {
    let tuple = (1, vec![2; 100], [3; 30]);
    assert_eq!(written(&tuple, room(50)), (json!(tuple).to_string(), None));
    assert_eq!(written(&(vec![2; 100],), room(50)), (json!([vec![2; 100]]).to_string(), None));
    let list = vec![(1, "two"); 100];
    assert!(written(&list, room(100)).1.unwrap().is_cut);
}

#[test]
fn every_form_has_the_same_items() {
    let value =
        json!({"list": (0..100).map(|id| json!({"id": id, "q": "\"\\"})).collect::<Vec<_>>()});
    for bytes in [300, 1_000] {
        let (json, _) = written(&value, room(bytes));
        let (mut text, mut nested) = (String::new(), String::new());
        let sink = TwoTexts { json: &mut text, nested: &mut nested, are_both_sent: false };
        let sink = WithTree::new(sink);
        let mut watch = Watch::new(room(bytes));
        let (result, sink) = write_data(sink, &value, Some(Root::Any), &mut watch);
        result.unwrap();
        assert_eq!(sink.into_tree(), serde_json::from_str::<Value>(&json).unwrap());
        assert_eq!(text, json);
        assert_eq!(nested, super::contents(&json));
        assert_eq!(watch.into_long_list().unwrap().items, 100);
        let (mut half, mut nested) = (String::new(), String::new());
        let sink = TwoTexts { json: &mut half, nested: &mut nested, are_both_sent: true };
        let mut watch = Watch::new(room(bytes));
        write_data(sink, &value, Some(Root::Any), &mut watch).0.unwrap();
        assert!(half.len() < json.len(), "both texts have to fit");
    }
}

/// The length that a `Serialize` names is not believed, and an item that is left out is not asked.
#[test]
fn a_list_is_counted_and_not_believed() {
    struct Lying;

    impl Serialize for Lying {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq;

            let mut list = serializer.serialize_seq(Some(3))?;
            for id in 0..500 {
                list.serialize_element(&id)?;
            }
            list.serialize_element(&Failing)?;
            list.end()
        }
    }

    struct Failing;

    impl Serialize for Failing {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("asked"))
        }
    }

    let (_, long) = written(&Lying, room(100));
    assert_eq!(long.unwrap().items, 501);
}

#[derive(Serialize)]
struct Outer {
    list: Box<RawValue>,
    z: bool,
}

/// Raw JSON is cut as the list that it contains, with its white space.
#[test]
fn a_raw_list_is_cut() {
    let items: Vec<_> = (0..100).map(|id| format!(" {{\"id\": [{id}, \"]\"]}}\n")).collect();
    let raw = |json: &str| RawValue::from_string(json.to_owned()).unwrap();
    let value = Outer { list: raw(&format!("[{}]", items.join(","))), z: true };
    let (json, long) = written(&value, room(500));
    let long = long.unwrap();
    assert!(long.is_cut && long.items == 100);
    assert!(json.ends_with("],\"z\":true}"));
    assert!(items.join(",").starts_with(&json[long.start..long.end]));
    assert_eq!(written(&value, room(usize::MAX)).0, serde_json::to_string(&value).unwrap());
    // A list in raw JSON that is an object is not the writer's.
    let value = raw(&format!("{{\"list\":[{}]}}", items.join(",")));
    assert_eq!(written(&value, room(500)), (value.get().to_owned(), None));
}

#[test]
fn a_long_string_ends_between_characters() {
    struct Shown(&'static [&'static str]);

    impl Serialize for Shown {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("{}{}{}", self.0[0], self.0[1], self.0[2]))
        }
    }

    for (pieces, text, kept, left_out) in [
        (&["ab", "c", "d"], 4, "\"abcd\"", 0),
        (&["ab", "c", "d"], 3, "\"abc\"", 1),
        (&["\n", "\u{e9}", "d"], 2, "\"\\n\"", 3),
        (&["a\u{1f600}", "b", ""], 4, "\"a\"", 5),
        (&["ab", "c", "d"], 0, "\"\"", 4),
    ] {
        let mut json = String::new();
        let room = Room { text, ..Room::UNLIMITED };
        let sink = WithTree::new(Text { json: &mut json });
        let mut watch = Watch::new(room);
        let (written, sink) = write_data(sink, &Shown(pieces), Some(Root::Any), &mut watch);
        written.unwrap();
        assert_eq!(sink.into_tree().to_string(), kept);
        assert_eq!(json, kept);
        let length = watch.length.unwrap();
        assert_eq!(length.total, pieces.concat().len());
        assert_eq!((length.left_out, watch.has_cut()), (left_out, left_out > 0));
    }
    // Only the data itself, and no string in it, is cut.
    let inner = [Shown(&["ab", "c", "d"])];
    assert_eq!(written(&inner, Room { text: 1, ..Room::UNLIMITED }).0, "[\"abcd\"]");
}
