//! The results of the MCP SDKs: recorded from three versions each of the Python SDK and the TypeScript SDK, and generated in the same
//! forms around any envelope.

use envelope_client::read;
use envelope_runtime::{ErrorType, Retry, ToolFailure, envelope_tool};
use serde_json::{Value, json};

use super::{mcp_version, recorded};

const RECORDED: &str = include_str!("recorded/mcp-sdks.jsonl");

/// An envelope as MCP servers send it: in each form of the SDKs, and in a JSON-RPC message.
pub(super) fn results_with(envelope: &Value) -> [Value; 7] {
    let content = |text: String| json!([{"type": "text", "text": text}]);
    let (compact, pretty) = (envelope.to_string(), serde_json::to_string_pretty(envelope).unwrap());
    let structured = json!({"content": content(compact.clone()), "structuredContent": envelope, "isError": false});
    [
        // A server that writes its own results, such as dotbot's, and the TypeScript SDK with a tool that returns text.
        json!({"content": content(compact.clone())}),
        // The Python SDK with an object; since 1.10 also with text, and with a typed object.
        json!({"content": content(pretty.clone()), "isError": false}),
        json!({"content": content(compact.clone()), "structuredContent": {"result": compact}, "isError": false}),
        json!({"content": content(pretty), "structuredContent": envelope, "isError": false}),
        // The Python SDK since 2.0, for clients of MCP 2026-07-28.
        json!({
            "content": content(compact), "isError": false, "resultType": "complete",
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "s", "version": ""}},
        }),
        structured.clone(),
        json!({"jsonrpc": "2.0", "id": 7, "result": structured}),
    ]
}

pub(super) fn recorded_results() -> impl Iterator<Item = Value> {
    recorded(RECORDED).map(|mut line| line["answer"].take())
}

/// The pointer of the read error, if the answer is not the result of a tool.
fn refusal(answer: &Value) -> Option<&'static str> {
    if answer.get("error").is_some() {
        Some("/result")
    } else if answer.get("toolResult").is_some() {
        // The form of 2024-10-07, which later versions of the protocol dropped, has no content that a client could show.
        answer["content"].is_null().then_some("")
    } else {
        None
    }
}

#[test]
fn captured_results_are_read_as_what_the_tool_did() {
    for mut line in recorded(RECORDED) {
        let (tool, answer) = (line["tool"].take(), line["answer"].take());
        let text = answer.to_string();
        let response = read::<Value>(&text);
        if let Some(pointer) = refusal(&answer) {
            assert_eq!(response.unwrap_err().pointer, pointer, "{text}");
            continue;
        }
        let response = response.unwrap();
        let dialect = response.dialect;
        match (tool.as_str().unwrap(), response.outcome) {
            ("envelope_text" | "envelope_object", Ok(data)) => {
                assert_eq!((dialect, data), ("response-v2", json!({"n": 1})));
            }
            (
                "failed_text" | "failed_object" | "failed_untyped" | "failed_marked",
                Err(failure),
            ) => {
                assert_eq!((dialect, &*failure.code()), ("response-v2", "TASK_NOT_FOUND"));
                assert_eq!(failure.error_type(), ErrorType::NotFound);
                assert_eq!((&*failure.message, failure.retry()), ("No such task", Retry::Never));
            }
            (
                "raises" | "raises_text" | "raises_envelope" | "marked" | "argument" | "unknown"
                | "schema",
                Err(failure),
            ) => {
                assert_eq!(dialect, mcp_version(&answer));
                // The SDKs send neither a code nor retry advice.
                assert_eq!(
                    (failure.sent_code.as_deref(), failure.retry()),
                    (None, Retry::Unknown),
                    "{text}"
                );
                assert_eq!(failure.message, answer["content"][0]["text"].as_str().unwrap());
                assert_forwarded(&text);
            }
            (_, Ok(data)) => {
                assert_eq!(dialect, mcp_version(&answer));
                assert_eq!(data, value_of(&answer), "{text}");
            }
            (tool, outcome) => panic!("{tool}: {outcome:?}"),
        }
        if dialect.starts_with("mcp-") {
            assert!(
                envelope_client::check_as(dialect, &text).is_ok(),
                "{:?}",
                envelope_client::check(&text)
            );
        }
    }
}

/// The data of a result: its structure, or else the JSON in its first text, or else the text itself.
fn value_of(result: &Value) -> Value {
    let text = result["content"][0]["text"].as_str();
    let of_text = || text.map(|text| serde_json::from_str(text).unwrap_or_else(|_| text.into()));
    result.get("structuredContent").cloned().or_else(of_text).unwrap_or_default()
}

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn forward(answer: &str) -> Result<(), ToolFailure> {
    Ok(read::<()>(answer)?.outcome?)
}

/// Asserts that a forwarded failure is read the same, and that forwarding it again changes nothing.
#[track_caller]
fn assert_forwarded(text: &str) {
    let received = |text: &str| {
        envelope_client::mcp::Response::<()>::read(text).unwrap().into_result().unwrap_err()
    };
    let (before, forwarded) = (received(text), forward(text));
    let after = received(forwarded.as_str());
    assert_eq!((&after.message, after.retry()), (&before.message, before.retry()), "{forwarded}");
    assert_eq!((after.code(), after.error_type()), (before.code(), before.error_type()));
    assert_eq!(forward(forwarded.as_str()).as_str(), forwarded.as_str());
    // The identity of the other server is not forwarded.
    assert!(!forwarded.as_str().contains("serverInfo"), "{forwarded}");
}
