//! JSON with line breaks. The tests of the writer compare it with `serde_json`.

use serde_json::json;

use crate::json::pretty::indented;

#[test]
fn white_space_of_raw_json_does_not_show() {
    let value = json!({"a": [1, {}, [], [[]]], "b, c": {"d": null, "e ": " [ "}, "f": true});
    let expected = serde_json::to_string_pretty(&value).unwrap();
    assert_eq!(indented(&value.to_string()), expected);
    assert_eq!(indented(&expected), expected, "what is indented already stays as it is");
    let spaced = " {\n\"a\" : [\t1 , { } , [\r\n] , [ [ ] ] ] , \"b, c\" : { \"d\" : null , \
                  \"e \" : \" [ \" } ,\"f\": true } \n";
    assert_eq!(indented(spaced), expected);
}

#[test]
fn marks_inside_of_strings_are_text() {
    let value = json!(["[", "]", "{", "}", ",", ":", "\"", "\\", "\\\"", "\\\\\"", "€[\"🦀\"]"]);
    assert_eq!(indented(&value.to_string()), serde_json::to_string_pretty(&value).unwrap());
}

#[test]
fn a_scalar_is_its_own_text() {
    for json in ["1", "-0.5", "null", "\"a, b\"", "\"\"", " true "] {
        assert_eq!(indented(json), json.trim());
    }
}
