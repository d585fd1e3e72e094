//! Tests the output of the program for the answers of several servers.

use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn each_line_is_read_and_checked() {
    let lines = concat!(
        r#"{"success":true,"data":{"n":1},"error":null,"meta":{"version":"response-v2"}}"#,
        "\n",
        r#"{"content":[{"type":"text","text":"Error: No such spec\n(NOT_FOUND, do not retry)"}],"isError":true}"#,
        "\n",
        r#"{"success":true,"data":{},"error":"none","meta":{"version":"response-v2"}}"#,
        "\n<html>\n",
    );
    let mut program = Command::new(env!("CARGO_BIN_EXE_read-lines"));
    let mut program = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    program.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    for expected in [
        r#"response-v2: {"n":1}"#,
        "mcp-2025-11-25: NOT_FOUND: No such spec (retry: never)",
        "unreadable: at `/error`: expected null beside `success: true`, found \"none\"",
        "  /error: `error` of a success is null, found \"none\"",
        "unreadable: expected value at line 1 column 1",
    ] {
        assert!(printed.contains(expected), "{expected}\n{printed}");
    }
}
