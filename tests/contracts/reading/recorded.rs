//! Answers of current servers: each is read, keeps its words, and is forwarded as it was. `tests/contracts/recorded/` has their origin.

use envelope_runtime::{Envelope, Retry, ToolFailure, contract, envelope_tool, mcp, read};
use serde_json::{Value, json};

const FOUNDRY: &str = include_str!("../recorded/foundry-mcp-0.16.0.jsonl");
const CODE_SCALPEL: &str = include_str!("../recorded/codescalpel-2.1.4.jsonl");
const DOTBOT: &str = include_str!("../recorded/dotbot-4.0.3.jsonl");

#[envelope_tool(dialect = "response-v2")]
fn response_v2(answer: &str) -> Result<(), ToolFailure> {
    Ok(read::<()>(answer)?.into_result()?)
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
fn dotbot(answer: &str) -> Result<(), ToolFailure> {
    Ok(read::<()>(answer)?.into_result()?)
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", profile = "minimal")]
fn code_scalpel(answer: &str) -> Result<(), ToolFailure> {
    Ok(read::<()>(answer)?.into_result()?)
}

fn answers(recorded: &'static str) -> impl Iterator<Item = Value> {
    recorded.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["answer"].take())
}

/// An answer alone, and as MCP servers send it.
fn transmitted(answer: &Value) -> [Value; 4] {
    let content = json!([{"type": "text", "text": answer.to_string()}]);
    [
        answer.clone(),
        json!({"content": content}),
        json!({"content": content, "structuredContent": answer, "isError": false}),
        json!({"content": content, "structuredContent": {"result": answer.to_string()}}),
    ]
}

/// Reads an answer on each way, and checks it.
fn check(id: &str, answer: &Value, is_success: bool) {
    for (at, sent) in transmitted(answer).iter().map(Value::to_string).enumerate() {
        let response = read::<Value>(&sent).unwrap_or_else(|error| panic!("{error}: {sent}"));
        assert_eq!((response.dialect(), response.is_success()), (id, is_success), "{sent}");
        if at > 0 {
            let typed = mcp::Response::<Value>::read(&sent).unwrap();
            assert_eq!(typed.is_success(), is_success, "{sent}");
        }
    }
    // The contract fixes the category of this code.
    let is_contrary = answer["data"]["error_code"] == "VALIDATION_ERROR"
        && answer["data"]["error_type"] == "not_found";
    let checked = contract::check(&answer.to_string());
    assert_eq!(checked.is_err(), is_contrary, "{answer}\n{checked:?}");
}

/// The answer of a tool that forwards the failure, without the facts about its own call.
fn forwarded(tool: fn(&str) -> Envelope, answer: &Value) -> Value {
    tool(&answer.to_string()).to_value().unwrap()
}

#[test]
fn foundry() {
    for mut answer in answers(FOUNDRY) {
        let is_success = answer["success"] == true;
        check("response-v2", &answer, is_success);
        if is_success {
            continue;
        }
        let failure = read::<()>(&answer.to_string()).unwrap().into_result().unwrap_err();
        let sent = |key: &str| answer["data"][key].as_str();
        assert_eq!(failure.sent_code(), sent("error_code"));
        assert_eq!(failure.sent_error_type(), sent("error_type"));
        let is_unknown = sent("error_type") == Some("ai_provider");
        let has_wait = failure.retry_after().is_some();
        assert_eq!(failure.retry() == Retry::Unknown, is_unknown && !has_wait, "{answer}");
        if let Some(meta) = answer["meta"].as_object_mut() {
            meta.remove("request_id");
        }
        assert_eq!(forwarded(response_v2, &answer), answer);
    }
}

#[test]
fn code_scalpel_in_each_profile() {
    for answer in answers(CODE_SCALPEL) {
        check("code-scalpel-v1", &answer, answer["error"].is_null());
        if answer["error"].is_null() {
            continue;
        }
        let failure = read::<()>(&answer.to_string()).unwrap().into_result().unwrap_err();
        assert_eq!(failure.sent_code(), answer["error"]["error_code"].as_str());
        let forwarded = forwarded(code_scalpel, &answer);
        for key in ["error", "data", "warnings"] {
            assert_eq!(forwarded[key], answer[key], "{answer}");
        }
        let hints = |envelope: &Value| envelope["upgrade_hints"].as_array().cloned();
        assert_eq!(hints(&forwarded), hints(&answer).filter(|hints| !hints.is_empty()));
    }
}

/// Our own form of the default profile is the form that Code Scalpel sends.
#[test]
fn the_minimal_profile() {
    #[derive(serde::Serialize, envelope_runtime::Payload)]
    struct Functions {
        success: bool,
        functions: [&'static str; 1],
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", profile = "minimal")]
    fn functions() -> Result<Functions, ToolFailure> {
        Ok(Functions { success: true, functions: ["f"] })
    }

    assert_eq!(Some(functions().to_value().unwrap()), answers(CODE_SCALPEL).next());
}

#[test]
fn dotbot_today() {
    for answer in answers(DOTBOT) {
        let is_success = answer["errors"] == json!([]);
        check("dotbot-mcp-response@1", &answer, is_success);
        if is_success {
            continue;
        }
        let failure = read::<()>(&answer.to_string()).unwrap().into_result().unwrap_err();
        assert_eq!(failure.sent_code(), answer["errors"][0]["code"].as_str());
        assert_ne!(failure.retry(), Retry::Unknown, "{answer}");
        let forwarded = forwarded(dotbot, &answer);
        for key in ["status", "summary", "data", "warnings", "errors"] {
            assert_eq!(forwarded[key], answer[key]);
        }
    }
}
