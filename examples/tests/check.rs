//! The example `check`, run on lines as servers write them.

#[path = "../check/checker.rs"]
mod checker;
#[path = "../check/locate.rs"]
mod locate;
#[path = "../check/report.rs"]
mod report;

use std::fs;
use std::path::Path;

use locate::locate;
use serde_json::{Value, json};

const GOOD: &str =
    r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2","request_id":"r"}}"#;
const WARNED: &str = r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}"#;
const BAD: &str = r#"{"success":true,"data":{"é":1},"error":"none","meta":{"version":"response-v2","request_id":"r"}}"#;

/// Whether all is well, and what is written.
fn run(arguments: &[&str], stdin: &str) -> (Result<bool, String>, String) {
    let mut output = Vec::new();
    let arguments = lexopt::Parser::from_args(arguments);
    let passed = checker::run(arguments, stdin.as_bytes(), &mut output, false);
    (passed.map_err(|error| error.to_string()), String::from_utf8(output).unwrap())
}

#[test]
fn lines_are_reported_as_compilers_do() {
    let (passed, output) = run(&[], &format!("{GOOD}\n\n{BAD}\n{WARNED}\n"));
    assert_eq!(passed, Ok(false));
    assert_eq!(
        output,
        r#"error[success-error]: `error` of a success is null
 --> <stdin>:3:40
  |
3 | {"success":true,"data":{"é":1},"error":"none","meta":{"version":"response-v2","request_id":"r"}}
  |                                        ^^^^^^ found "none"
  |
  = note: response-v2, "The `error` Field", at /error

warning[has-request-id]: an envelope has the key `request_id`
 --> <stdin>:4:47
  |
4 | {"success":true,"data":{},"error":null,"meta":{"version":"response-v2"}}
  |                                               ^^^^^^^^^^^^^^^^^^^^^^^^^ found nothing
  |
  = note: response-v2, "Metadata Field Semantics", at /meta/request_id

3 checked: 1 with violations, 1 with warnings
"#
    );
}

#[test]
fn programs_get_an_object_for_each_line() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("answers.jsonl");
    fs::write(&file, format!("{GOOD}\n{BAD}\nnot JSON\n")).unwrap();
    let file = file.to_str().unwrap();
    let (passed, output) = run(&["--json", file], "");
    assert_eq!(passed, Ok(false));
    let lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines[0],
        json!({"file": file, "line": 1, "dialect": "response-v2", "violations": [], "warnings": []})
    );
    assert_eq!(lines[1]["violations"][0]["rule"]["id"], "success-error");
    assert_eq!(lines[1]["violations"][0]["pointer"], "/error");
    assert_eq!(lines[2]["line"], 3);
    assert_eq!(lines[2]["dialect"], Value::Null);
    assert_eq!(lines[2]["violations"][0]["rule"]["id"], "json");
    assert_eq!(lines.len(), 3);
}

#[test]
fn only_violations_fail() {
    assert_eq!(run(&[], GOOD).0, Ok(true));
    assert_eq!(run(&[], WARNED).0, Ok(true));
    assert_eq!(run(&[], "").0, Ok(true));
    assert_eq!(run(&["--dialect", "response-v2"], GOOD).0, Ok(true));
    assert_eq!(run(&["--dialect", "mcp-2025-11-25"], GOOD).0, Ok(false));
}

#[test]
fn wrong_arguments_are_errors() {
    let (error, output) = run(&["--dialect", "response-v3"], "");
    assert_eq!(
        error.unwrap_err(),
        "there is no contract 'response-v3'; known are code-scalpel-v1, dotbot-mcp-response@1, \
         mcp-2025-11-25, mcp-2026-07-28, response-v2, rfc9457"
    );
    assert_eq!(output, "");
    assert_eq!(run(&["--colour"], "").0.unwrap_err(), "invalid option '--colour'");
    let missing = run(&["no/such/file"], "").0.unwrap_err();
    assert!(missing.starts_with("no/such/file: "), "{missing}");
    let (helped, output) = run(&["--help"], "");
    assert!(helped == Ok(true) && output.contains("Usage: check [OPTIONS] [FILE]..."));
}

#[test]
fn a_pointer_is_found_in_the_text() {
    let text = r#" {"a/b": [1, {"~": "x"}], "a/b": [2, {"~": "yy"}], "k\u0065y": {}} "#;
    for (pointer, expected) in [
        ("", text.trim()),
        ("/a~1b/0", "2"),
        ("/a~1b/1/~0", r#""yy""#),
        ("/key", "{}"),
        ("/key/missing", "{}"),
        ("/a~1b/7", r#"[2, {"~": "yy"}]"#),
        ("/missing/further", text.trim()),
    ] {
        assert_eq!(&text[locate(text, pointer)], expected, "{pointer}");
    }
    for text in ["", "not JSON", "[1", "{\"a\":"] {
        assert_eq!(&text[locate(text, "/a/0")], text);
    }
}
