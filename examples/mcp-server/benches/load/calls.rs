//! Calls with an id and arguments of their own, whose answers are known.

use serde_json::{Value, json};

/// Who is called.
#[derive(Clone, Copy)]
pub(crate) enum Server {
    /// The server of this package, on the workspace that it is in.
    Inspector,
    /// The example of the SDK.
    Counter,
}

/// What an answer is.
#[derive(Debug, PartialEq)]
pub(crate) enum Verdict {
    Right,
    /// It has the id of another call.
    Crossed,
    Wrong,
}

impl Server {
    /// The message of a call.
    pub(crate) fn call(self, number: u64) -> Value {
        let params = match self {
            Self::Inspector => json!({
                "name": "show_package",
                "arguments": {"name": package(number)},
                "_meta": {"request_id": request_id(number)},
            }),
            Self::Counter => json!({"name": "sum", "arguments": {"a": number, "b": 1}}),
        };
        json!({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    }

    /// Compares an answer with what it has to be.
    pub(crate) fn judge(self, number: u64, answer: &Value) -> Verdict {
        let result = &answer["result"];
        let envelope = &result["structuredContent"];
        let id = envelope["meta"]["request_id"].as_str();
        if answer["id"] != number || id.is_some_and(|id| id != request_id(number)) {
            return Verdict::Crossed;
        }
        let is_right = match self {
            Self::Inspector => id.is_some() && is_package(number, envelope),
            Self::Counter => result["content"][0]["text"] == json!((number + 1).to_string()),
        };
        if is_right { Verdict::Right } else { Verdict::Wrong }
    }
}

fn request_id(number: u64) -> String {
    format!("load-{number}")
}

/// Three packages that are there, and every fourth time one that is not.
fn package(number: u64) -> String {
    match number % 4 {
        0 => "envelope-runtime".to_owned(),
        1 => "envelope-macros".to_owned(),
        2 => "mcp-server".to_owned(),
        _ => format!("no-package-{number}"),
    }
}

fn is_package(number: u64, envelope: &Value) -> bool {
    let data = &envelope["data"];
    let name = package(number);
    if number % 4 == 3 {
        return data["error_type"] == "not_found" && data["details"]["name"] == name;
    }
    envelope["success"] == true && data["package"]["name"] == name
}
