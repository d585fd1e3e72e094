//! Tests which part of the data is cut.

use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;

use crate::json::{Root, SerializedData, find_part};

/// The path of the part to cut, its items or lines, and their number.
fn found(data: &impl Serialize, path: Option<&str>) -> Option<(String, String, usize)> {
    let mut serialized = SerializedData::new(false);
    serialized.write(data, Root::Any).unwrap();
    let json = serialized.data().json.as_str().to_owned();
    let part = find_part(&json, path, serialized.outline());
    serialized.finish();
    part.map(|part| (part.path, json[part.range].to_owned(), part.count))
}

#[allow(clippy::unnecessary_wraps, reason = "it is what `found` gives")]
fn list(path: &str, items: &str, len: usize) -> Option<(String, String, usize)> {
    Some((path.to_owned(), items.to_owned(), len))
}

#[test]
fn a_list_is_the_only_one_or_at_a_path() {
    assert_eq!(found(&vec![1, 2], None), list("", "1,2", 2));
    let several = json!({"a": {"b": [[1], "]", [2, 3]]}, "c": [4], "d": []});
    assert_eq!(found(&several, None), None);
    assert_eq!(found(&several, Some("a.b")), list("a.b", "[1],\"]\",[2,3]", 3));
    assert_eq!(found(&several, Some("c")), list("c", "4", 1));
    assert_eq!(found(&several, Some("d")), None, "it has no item to leave out");
}

#[test]
fn a_tuple_is_no_list() {
    #[derive(Serialize)]
    struct Data {
        range: (u8, Vec<u8>),
        array: [u8; 2],
        items: Vec<(u8, u8)>,
    }

    let data = Data { range: (1, vec![2]), array: [3, 4], items: vec![(5, 6), (7, 8)] };
    assert_eq!(found(&data, None), list("items", "[5,6],[7,8]", 2));
    assert_eq!(found(&data, Some("range")), None);
    assert_eq!(found(&data, Some("array")), None);
}

#[test]
fn a_list_can_be_in_raw_json() {
    let raw = RawValue::from_string(r#"{"b": [ "]" , [1]]}"#.to_owned()).unwrap();
    let data = json!({"none": []});
    assert_eq!(found(&(&data, &raw), None), None, "it is in a tuple");
    assert_eq!(found(&raw, None), list("b", r#" "]" , [1]"#, 2));
}
