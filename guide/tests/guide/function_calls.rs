//! Tests the tools of the sample `function-calls`.

use function_calls::{answer, tools};

#[test]
fn the_model_gets_the_schema() {
    let parameters = &tools()[0]["function"]["parameters"];
    assert_eq!(parameters["required"], serde_json::json!(["query"]));
    assert_eq!(parameters["properties"]["max_results"]["maximum"], 100);
}

#[test]
fn every_call_is_answered() {
    for (name, arguments, expected) in [
        (
            "find_issues",
            r#"{"query": "login", "state": "open"}"#,
            "No issue contains `login` (state: Open, of at most 10)",
        ),
        (
            "find_issues",
            r#"{"query": "login", "state": "opened", "max_results": 500}"#,
            "Error: 2 problems: (1) `max_results` is out of range, expected an integer from 1 to 100 \
             (2) `state` is not an allowed value, expected `open` or `closed`, did you mean `open`?",
        ),
        (
            "find_issues",
            "{",
            "Error: the value is not JSON (EOF while parsing an object at line 1 column 1)",
        ),
        ("close_issue", "{}", "Error: this tool is unknown, expected `find_issues`"),
    ] {
        assert_eq!(answer(name, arguments), expected);
    }
}
