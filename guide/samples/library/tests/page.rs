//! The server answers as the page for coding agents shows.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use envelope_client::assert_contract;
use serde_json::{Value, json};

const PAGE: &str = include_str!("../../../src/for-agents.md");

#[test]
fn the_page_shows_the_answers() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    let mut server = Command::new(env!("CARGO_BIN_EXE_library"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    let mut output = BufReader::new(server.stdout.take().unwrap()).lines();

    let mut ask = |id: u8, method: &str, params: Value| {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(input, "{request}").unwrap();
        serde_json::from_str::<Value>(&output.next().unwrap().unwrap()).unwrap()
    };
    let client = json!({"name": "test", "version": "1"});
    let about = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    assert_eq!(ask(0, "initialize", about)["result"]["serverInfo"]["name"], "library");

    let mut shown = 0;
    for (id, tool, arguments) in [
        (1, "add_book", json!({"title": "Emma", "copies": 1})),
        (2, "lend_book", json!({"id": 1})),
        (3, "lend_book", json!({"id": 7})),
        (4, "add_book", json!({"titel": "Persuasion"})),
    ] {
        let answer = ask(id, "tools/call", json!({"name": tool, "arguments": arguments}));
        let text = answer["result"]["content"][0]["text"].as_str().unwrap();
        assert_contract!("response-v2", text);
        shown += usize::from(PAGE.lines().any(|line| line == text));
    }
    assert_eq!(shown, 3);
    drop(input);
    server.wait().unwrap();
}
