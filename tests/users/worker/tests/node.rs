//! Builds the module of `src/lib.rs`, and calls its tools in Node.js.

use std::env;
use std::io::{Write, stderr};
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

/// Prints every answer of an instance without a clock, and then of two instances whose clocks begin at these times.
const SCRIPT: &str = r"
const [, module, ...starts] = process.argv;
const bytes = require('fs').readFileSync(module);

async function answers(start) {
    let time = start;
    const { instance } = await WebAssembly.instantiate(bytes, { host: { now: () => (time += 5) } });
    const { memory, call, answer, start: startClock } = instance.exports;
    if (start) startClock();
    for (let index = 0, len; (len = call(index)) > 0; index++)
        console.log(Buffer.from(memory.buffer, answer(), len).toString());
}

(async () => {
    for (const start of [0, ...starts.map(Number)]) await answers(start);
})();
";

/// 2026-01-02T13:57:00Z, and a second later.
const STARTS: [&str; 2] = ["1767362220000", "1767362221000"];

/// The calls of an instance.
const CALLS: usize = 12;

/// Whether the target and Node.js are installed. If not, prints which of them is missing.
fn has(target: &str, node: &str) -> bool {
    let mut libraries = Command::new("rustc");
    libraries.args(["--print", "target-libdir", "--target", target]);
    let libraries = libraries.output().expect("rustc");
    let has_target = PathBuf::from(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir();
    let has_node = Command::new(node).arg("--version").output().is_ok();
    if !has_target || !has_node {
        let missing = if has_target { node } else { target };
        writeln!(stderr(), "NOT TESTED: {missing} is not installed").expect("standard error");
    }
    has_target && has_node
}

/// Builds the module for a target.
fn module(target: &str) -> PathBuf {
    let cargo = env::var_os("CARGO").expect("Cargo");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("modules");
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--package", "worker", "--lib", "--target", target]);
    build.arg("--target-dir").arg(&folder);
    assert!(build.status().expect("Cargo").success(), "{target}");
    folder.join(target).join("debug/worker.wasm")
}

#[test]
fn every_dialect_answers_without_a_clock_and_with_one() {
    if !has("wasm32-unknown-unknown", "node") {
        return;
    }
    let module = module("wasm32-unknown-unknown");
    let mut node = Command::new("node");
    let output = node.args(["-e", SCRIPT]).arg(module).args(STARTS).output().expect("Node.js");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), 3 * CALLS);
    // A success of rfc9457 is plain data.
    for answer in answers.iter().filter(|answer| **answer != r#"{"sum":3}"#) {
        envelope_client::check(answer).unwrap_or_else(|report| panic!("{report}: {answer}"));
    }
    let instances: Vec<Vec<Value>> = answers
        .chunks(CALLS)
        .map(|answers| answers.iter().map(|json| serde_json::from_str(json).unwrap()).collect())
        .collect();
    let [without, first, second] = instances.try_into().unwrap();

    // The success and the failure of dotbot.
    for index in [2, 3] {
        assert_eq!(without[index]["audit"]["timestamp"], "1970-01-01T00:00:00Z");
        assert_eq!(without[index]["audit"]["duration_ms"], 0);
        assert_eq!(first[index]["audit"]["timestamp"], "2026-01-02T13:57:00Z");
        assert_eq!(second[index]["audit"]["timestamp"], "2026-01-02T13:57:01Z");
        assert_eq!(first[index]["audit"]["duration_ms"], 5);
    }
    assert_eq!(first[0]["meta"]["telemetry"]["duration_ms"], 5);
    // A target without randomness makes another id in each instance.
    assert_ne!(first[8]["request_id"], second[8]["request_id"]);
}

#[test]
fn a_target_with_a_clock_needs_none() {
    if has("wasm32-wasip2", "node") {
        assert!(module("wasm32-wasip2").is_file());
    }
}
