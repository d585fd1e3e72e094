//! Valid envelopes with some changes: the reader and the checker never panic, and do not contradict each other.

use envelope_client::{ReadError, read};
use serde_json::{Map, Value};

use crate::corpus::{DOTBOT, ERROR, FAILURE, PAID_SCAN, PROBLEM, RESULT, SCAN, SUCCESS, in_2026};
use crate::random::Random;

/// Reads an envelope and checks it, after a few changes to its values, or to its text.
pub(crate) fn changed(random: &mut Random) -> u64 {
    let originals = [SUCCESS, FAILURE, DOTBOT, SCAN, PAID_SCAN, RESULT, ERROR, PROBLEM];
    let original = random.pick(&originals);
    let original =
        if original == RESULT && random.flip() { in_2026(RESULT) } else { original.to_owned() };
    let mut envelope: Value = serde_json::from_str(&original).unwrap_or_default();
    for _ in 0..random.below(4) {
        change(&mut envelope, random);
    }
    let mut text = envelope.to_string();
    if random.below(4) == 3 {
        change_text(&mut text, random);
    }
    judge(&text);
    1
}

/// Asserts that the reader accepts every envelope that the checker accepts, as the same contract.
fn judge(text: &str) {
    let read = read::<Value>(text);
    let checked = envelope_client::check(text);
    if let Ok(response) = &read {
        // The response can be printed.
        let _ = format!("{response:?}");
        let checked_as = match &checked {
            Ok(checked) => checked.dialect,
            // The reader accepts a JSON-RPC message, but the checker does not.
            Err(violations) => violations.dialect.unwrap_or("mcp-2025-11-25"),
        };
        // An MCP result can contain the envelope of another contract.
        let agree = response.dialect == checked_as || checked_as.starts_with("mcp-");
        assert!(agree, "read as {}, checked as {checked_as}\n{text}", response.dialect);
    }
    assert!(checked.is_err() || is_read(&read), "{:?}\n{text}", read.err());
    let by_dialect = [
        ("response-v2", envelope_client::response_v2::Response::<Value>::read(text).map(drop)),
        ("dotbot-mcp-response@1", envelope_client::dotbot::Response::<Value>::read(text).map(drop)),
        ("mcp-2025-11-25", envelope_client::mcp::Response::<Value>::read(text).map(drop)),
        ("mcp-2026-07-28", envelope_client::mcp::Response::<Value>::read(text).map(drop)),
        ("code-scalpel-v1", envelope_client::code_scalpel::Response::<Value>::read(text).map(drop)),
        ("rfc9457", envelope_client::rfc9457::Response::<Value>::read(text).map(drop)),
    ];
    for (dialect, read) in by_dialect {
        let checked = envelope_client::check_as(dialect, text);
        assert!(checked.is_err() || is_read(&read), "{dialect}: {:?}\n{text}", read.err());
    }
}

/// Values that a change can insert: words of the contracts, and misspelt ones.
const VALUES: [&str; 24] = [
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "0.5",
    "1e300",
    "18446744073709551616",
    "[]",
    "{}",
    "[null]",
    "[{}]",
    r#"["a"]"#,
    r#"{"a":1}"#,
    r#""""#,
    r#"" ""#,
    r#""a""#,
    r#""ok""#,
    r#""error""#,
    r#""response-v2""#,
    r#""NOT_FOUND""#,
    r#""conflict""#,
    r#""2025-12-04T12:00:00Z""#,
];

/// Keys that a change can insert: typical keys of the contracts, and an unknown key.
const KEYS: [&str; 18] = [
    "further",
    "content",
    "data",
    "detail",
    "error",
    "isError",
    "jsonrpc",
    "meta",
    "request_id",
    "result",
    "resultType",
    "schema_id",
    "status",
    "structuredContent",
    "success",
    "tier",
    "tool_id",
    "upgrade_hints",
];

/// Changes one value, at a random depth.
fn change(value: &mut Value, random: &mut Random) {
    let goes_on = random.below(5) != 0;
    match value {
        Value::Object(object) if !object.is_empty() && goes_on => change_object(object, random),
        Value::Array(items) if !items.is_empty() && goes_on => {
            let at = random.below(items.len());
            match random.below(8) {
                0 => drop(items.remove(at)),
                1 => items.push(items[at].clone()),
                _ => change(&mut items[at], random),
            }
        }
        value => *value = any_value(random),
    }
}

fn change_object(object: &mut Map<String, Value>, random: &mut Random) {
    let at = random.below(object.len());
    let key = object.keys().nth(at).cloned().unwrap_or_default();
    match random.below(12) {
        0 => drop(object.remove(&key)),
        1 => drop(object.insert(random.pick(&KEYS).to_owned(), any_value(random))),
        _ => change(&mut object[&key], random),
    }
}

fn any_value(random: &mut Random) -> Value {
    if random.flip() {
        return random.value(3);
    }
    serde_json::from_str(random.pick(&VALUES)).unwrap_or_default()
}

/// Cuts the text off, or copies a piece of it to another place.
fn change_text(text: &mut String, random: &mut Random) {
    let mut place = |text: &str| {
        let at = random.below(text.len() + 1);
        (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
    };
    let (start, end, to) = (place(text), place(text), place(text));
    let piece = text.get(start.min(end)..start.max(end)).unwrap_or_default().to_owned();
    if random.flip() {
        text.truncate(to);
    } else {
        text.insert_str(to, &piece);
    }
}

/// Whether an envelope was read, or is an incomplete result, which is valid but has no outcome yet.
fn is_read<T>(read: &Result<T, ReadError>) -> bool {
    read.as_ref().err().is_none_or(|error| error.result_type.is_some())
}
