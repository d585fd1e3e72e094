//! Words that this crate doesn't know are kept, and forwarding a failure in its own dialect changes nothing.

use envelope_client::read;
use envelope_runtime::ToolError;
use envelope_runtime::{ErrorType, Retry, RetryAdvice, ToolFailure, envelope_tool};
use serde_json::{Value, json};

/// Tools that forward the failure of another one.
mod forward {
    use super::*;

    #[envelope_tool(dialect = "response-v2")]
    pub fn in_response_v2(answer: &str) -> Result<(), ToolFailure> {
        Ok(read::<()>(answer)?.outcome?)
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    pub fn in_dotbot(answer: &str) -> Result<(), ToolFailure> {
        Ok(read::<()>(answer)?.outcome?)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    pub fn in_mcp(answer: &str) -> Result<(), ToolFailure> {
        Ok(read::<()>(answer)?.outcome?)
    }

    #[envelope_tool(dialect = "mcp-2026-07-28")]
    pub fn in_mcp_text(answer: &str) -> Result<(), ToolFailure> {
        Ok(read::<()>(answer)?.outcome?)
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    pub fn in_code_scalpel(answer: &str) -> Result<(), ToolFailure> {
        Ok(read::<()>(answer)?.outcome?)
    }

    #[envelope_tool(dialect = "rfc9457")]
    pub fn in_rfc9457(answer: &str) -> Result<(), ToolFailure> {
        Ok(read::<()>(answer)?.outcome?)
    }
}

fn v2(data: Value) -> String {
    json!({"success": false, "data": data, "error": "It failed", "meta": {"version": "response-v2"}})
        .to_string()
}

fn scalpel(code: &str) -> String {
    json!({
        "tier": "team", "tool_version": "3.2.8", "tool_id": "scan", "request_id": "r",
        "capabilities": [], "duration_ms": 3,
        "error": {"error": "It failed", "error_code": code, "error_details": null},
        "upgrade_hints": [], "data": null,
    })
    .to_string()
}

fn dotbot_answer(errors: &Value) -> String {
    json!({
        "schema_id": "dotbot-mcp-response@1", "tool": "t", "version": "1.0.0", "status": "error",
        "summary": "It failed.", "data": {"done": 1}, "errors": errors,
        "warnings": [{"code": "OLD", "message": "It is old", "path": "a.md"}],
        "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 1, "source": "s"},
    })
    .to_string()
}

/// An unknown category has no advice: to retry what the caller has to fix wastes calls.
#[test]
fn an_unknown_category_is_kept_and_its_advice_is_unknown() {
    for code in ["AI_PROVIDER_ERROR", "FORBIDDEN", "INTERNAL_ERROR", "QUOTA"] {
        let answer = v2(json!({"error_code": code, "error_type": "ai_provider"}));
        let failure = envelope_client::response_v2::Response::<()>::read(&answer)
            .unwrap()
            .into_result()
            .unwrap_err();
        assert_eq!(failure.sent_error_type.as_deref(), Some("ai_provider"));
        assert_eq!((&*failure.code(), failure.retry()), (code, Retry::Unknown));
        assert_eq!(failure.retry().advice(), RetryAdvice::Maybe);
    }
}

#[test]
fn the_category_that_was_sent_wins() {
    for (code, sent, error_type, retry) in [
        ("TIMEOUT", "internal", ErrorType::Internal, Retry::Backoff),
        ("CIRCULAR_DEPENDENCY", "conflict", ErrorType::Conflict, Retry::AfterCheck),
        ("VALIDATION_ERROR", "not_found", ErrorType::NotFound, Retry::Never),
        ("AI_NO_PROVIDER", "not_found", ErrorType::NotFound, Retry::Never),
    ] {
        let answer = v2(json!({"error_code": code, "error_type": sent}));
        let failure = read::<()>(&answer).unwrap().outcome.unwrap_err();
        assert_eq!((failure.error_type(), failure.retry()), (error_type, retry), "{code}");
        let forwarded = forward::in_response_v2(&answer);
        assert_eq!(forwarded.error_type(), Some(error_type));
        assert_eq!(forwarded.to_value().unwrap()["data"]["error_type"], sent);
    }
}

/// Without a category, only a known code has advice.
#[test]
fn the_advice_of_an_unknown_code_is_unknown() {
    let read = |answer: &str| read::<()>(answer).unwrap().outcome.unwrap_err().retry();
    let text = |text: &str| {
        json!({"content": [{"type": "text", "text": text}], "isError": true}).to_string()
    };
    for (answer, retry) in [
        (scalpel("quota"), Retry::Unknown),
        (scalpel("timeout"), Retry::Backoff),
        (dotbot_answer(&json!([{"code": "QUOTA", "message": "m"}])), Retry::Unknown),
        (dotbot_answer(&json!([{"message": "m"}])), Retry::Unknown),
        (dotbot_answer(&json!([{"code": "SCRIPT_NOT_FOUND", "message": "m"}])), Retry::Never),
        (v2(json!({})), Retry::Unknown),
        (v2(json!({"error_code": "QUOTA"})), Retry::Unknown),
        (v2(json!({"error_code": "QUOTA", "error_type": "internal"})), Retry::Backoff),
        (v2(json!({"retry_after_seconds": 3})), Retry::AfterDelay),
        (text("Error: boom"), Retry::Unknown),
        (text("Error: boom\n(QUOTA, unknown whether to retry)"), Retry::Unknown),
        (text("Error: boom\n(QUOTA, retry with backoff)"), Retry::Backoff),
    ] {
        assert_eq!(read(&answer), retry, "{answer}");
        // A contract without categories can lose the advice. Nobody on the way makes one up.
        for tool in [
            forward::in_response_v2,
            forward::in_dotbot,
            forward::in_mcp,
            forward::in_mcp_text,
            forward::in_code_scalpel,
            forward::in_rfc9457,
        ] {
            let forwarded = tool(&answer);
            let advice = read(forwarded.as_str());
            assert!([retry, Retry::Unknown].contains(&advice), "{answer}\n{forwarded}");
        }
    }
}

#[test]
fn response_v2_forwards_its_words() {
    for data in [
        json!({"error_code": "AI_PROVIDER_ERROR", "error_type": "ai_provider", "provider": "p"}),
        json!({"error_code": "quota-hit", "error_type": "billing", "remediation": "Pay"}),
        json!({"error_code": "VALIDATION_ERROR", "error_type": "not_found"}),
        json!({"error_code": "QUOTA", "details": {"n": 1}}),
        json!({"error_code": "X", "error_type": "x", "details": {"upgrades": [{"feature": "f", "tier": "gold", "reason": "r"}]}}),
        json!({"error_code": "X", "error_type": "x", "upgrades": ["a"], "details": {"upgrades": ["a"]}}),
    ] {
        let sent = json!({
            "success": false,
            "data": data,
            "error": "It failed",
            "meta": {
                "version": "response-v2",
                "warnings": ["It is old", "Its own"],
                "warning_details": [{"code": "its-own", "severity": "fatal", "message": "Its own"}],
                "rate_limit": {"limit": 3, "retry_after_seconds": 7},
                "trace_id": "t",
                "telemetry": {"cache_hit": "partly", "downstream_calls": 2},
                "pagination": {"page": 2},
                "content_fidelity": "most",
            },
        });
        assert_eq!(forward::in_response_v2(&sent.to_string()).to_value().unwrap(), sent);
    }
}

#[test]
fn an_author_can_still_give_a_failure_another_code() {
    #[envelope_tool(dialect = "response-v2")]
    fn renamed(answer: &str) -> Result<(), ToolFailure> {
        let failure = read::<()>(answer)?.outcome.unwrap_err();
        Err(failure.failure().code("UNAVAILABLE"))
    }

    let answer = v2(json!({"error_code": "AI_PROVIDER_ERROR", "error_type": "ai_provider"}));
    let forwarded = renamed(&answer);
    let data = &forwarded.to_value().unwrap()["data"];
    assert_eq!(*data, json!({"error_code": "UNAVAILABLE", "error_type": "unavailable"}));
}

#[test]
fn dotbot_forwards_its_words() {
    let sent = dotbot_answer(&json!([
        {"code": "project.missing", "message": "m", "path": "b.md", "line": 3},
        {"code": "IO_ERROR", "message": "n", "path": "c.md", "details": {"n": 1}},
    ]));
    let forwarded = forward::in_dotbot(&sent).to_value().unwrap();
    let sent: Value = serde_json::from_str(&sent).unwrap();
    for key in ["schema_id", "status", "summary", "data", "warnings", "errors"] {
        assert_eq!(forwarded[key], sent[key], "{key}");
    }
    let failure =
        envelope_client::dotbot::Response::<()>::read(&sent.to_string()).unwrap().into_result();
    assert_eq!(failure.unwrap_err().sent_code.as_deref(), Some("project.missing"));
}

#[test]
fn code_scalpel_forwards_its_words() {
    for code in ["quota", "upgrade_required", "not_implemented", "timeout"] {
        let forwarded = forward::in_code_scalpel(&scalpel(code));
        assert_eq!(forwarded.to_value().unwrap()["error"]["error_code"], code);
        let failure =
            envelope_client::code_scalpel::Response::<()>::read(forwarded.as_str()).unwrap();
        assert_eq!(failure.into_result().unwrap_err().sent_code.as_deref(), Some(code));
    }
    // The need for an upgrade survives the way through another contract.
    let there = forward::in_response_v2(&scalpel("upgrade_required"));
    let back = forward::in_code_scalpel(there.as_str()).to_value().unwrap();
    assert_eq!(back["error"]["error_code"], "upgrade_required");
}

#[test]
fn mcp_forwards_a_text_without_a_code() {
    for text in ["Error: boom", "Error: boom\nTry again", "Error: boom\n(QUOTA, do not retry)"] {
        let sent =
            json!({"content": [{"type": "text", "text": text}], "isError": true}).to_string();
        let forwarded = forward::in_mcp_text(&sent).to_value().unwrap();
        assert_eq!(forwarded["content"][0]["text"], text);
    }
    let structured = json!({
        "content": [{"type": "text", "text": "Error: m\n(quota-hit, do not retry)"}],
        "structuredContent": {"error_code": "quota-hit", "error_type": "billing", "message": "m"},
        "isError": true,
    });
    let failure =
        envelope_client::mcp::Response::<()>::read(&structured.to_string()).unwrap().into_result();
    assert_eq!(failure.unwrap_err().retry(), Retry::Unknown);
    let forwarded = forward::in_mcp(&structured.to_string()).to_value().unwrap();
    let error = &forwarded["structuredContent"];
    assert_eq!(
        (&error["error_code"], &error["error_type"]),
        (&json!("quota-hit"), &json!("billing"))
    );
    assert_eq!(error["retry"], json!({"worthwhile": null, "advice": "unknown"}));
}
