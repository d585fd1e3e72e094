//! Readers and `forward` keep unknown codes and error types; `?` makes a new failure, with codes of the tool's contract.

use envelope_client::read;
use envelope_runtime::ToolError;
use envelope_runtime::{ErrorType, Retry, RetryAdvice, ToolFailure, envelope_tool};
use serde_json::{Value, json};

/// Tools that pass a failure on with `?`.
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

/// An unknown error type has no advice, since a retry is wasted if the caller has to fix the input.
#[test]
fn an_unknown_error_type_is_kept_and_its_advice_is_unknown() {
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
fn the_error_type_that_was_sent_wins() {
    for (code, sent, error_type, retry) in [
        ("TIMEOUT", "internal", ErrorType::Internal, Retry::Once),
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

/// Without an error type, only a known code implies advice.
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
        (v2(json!({"error_code": "QUOTA", "error_type": "internal"})), Retry::Once),
        (v2(json!({"retry_after_seconds": 3})), Retry::AfterDelay),
        (text("Error: boom"), Retry::Unknown),
        (text("Error: boom\n(QUOTA, unknown whether to retry)"), Retry::Unknown),
        (text("Error: boom\n(QUOTA, retry with backoff, at most 3 times)"), Retry::Backoff),
    ] {
        assert_eq!(read(&answer), retry, "{answer}");
        // A contract without error types can lose the advice. No tool invents advice.
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

/// `?` makes a new failure: values that the tool's contract lacks move to other keys, or are lost.
#[test]
fn response_v2_passes_its_words_on() {
    let sent = json!({
        "success": false,
        "data": {"error_code": "quota-hit", "error_type": "billing", "remediation": "Pay", "provider": "p"},
        "error": "It failed",
        "meta": {
            "version": "response-v2",
            "warnings": ["It is old", "Its own"],
            "warning_details": [{"code": "its-own", "severity": "fatal", "message": "Its own"}],
            "rate_limit": {"limit": 3, "retry_after_seconds": 7},
            "trace_id": "t",
            "telemetry": {"cache_hit": "partly", "downstream_calls": 2},
        },
    });
    let passed_on = forward::in_response_v2(&sent.to_string()).to_value().unwrap();
    assert_eq!(
        passed_on["data"],
        json!({
            "error_code": "QUOTA_HIT", "error_type": "internal", "remediation": "Pay",
            "details": {"retry": "unknown"}, "provider": "p",
        })
    );
    assert_eq!(passed_on["error"], "It failed");
    let meta = &passed_on["meta"];
    assert_eq!(meta["warnings"], sent["meta"]["warnings"]);
    let detail = json!({"code": "its-own", "message": "Its own", "context": {"severity": "fatal"}});
    assert_eq!(meta["warning_details"], json!([detail]));
    for key in ["rate_limit", "trace_id", "telemetry"] {
        assert_eq!(meta[key], sent["meta"][key], "{key}");
    }
}

/// A proxy keeps every code and error type if it forwards the bytes.
#[test]
fn forwarded_bytes_keep_every_word() {
    let structured = json!({
        "content": [{"type": "text", "text": "Error: m\n(quota-hit, do not retry)"}],
        "structuredContent": {"error_code": "quota-hit", "error_type": "billing", "message": "m"},
        "isError": true,
    });
    let text = json!({"content": [{"type": "text", "text": "Error: boom"}], "isError": true});
    let dotbot = dotbot_answer(&json!([
        {"code": "PROJECT_MISSING", "message": "m", "path": "b.md", "line": 3},
        {"code": "IO_ERROR", "message": "n", "path": "c.md", "details": {"n": 1}},
    ]));
    let v2 = v2(
        json!({"error_code": "AI_PROVIDER_ERROR", "error_type": "ai_provider", "provider": "p"}),
    );
    for sent in [structured.to_string(), text.to_string(), dotbot, v2] {
        let envelope = envelope_client::forward(&*sent).unwrap();
        assert_eq!(envelope.as_str(), sent);
        assert!(!envelope.is_success());
    }
}

#[test]
fn an_author_can_still_give_a_failure_another_code() {
    #[envelope_tool(dialect = "response-v2")]
    fn renamed(answer: &str) -> Result<(), ToolFailure> {
        let failure = read::<()>(answer)?.outcome.unwrap_err();
        Err(failure.failure().code("UNAVAILABLE").retry(Retry::Backoff))
    }

    let answer = v2(json!({"error_code": "AI_PROVIDER_ERROR", "error_type": "ai_provider"}));
    let forwarded = renamed(&answer);
    let data = &forwarded.to_value().unwrap()["data"];
    let details = json!({"retry": "backoff"});
    let expected =
        json!({"error_code": "UNAVAILABLE", "error_type": "unavailable", "details": details});
    assert_eq!(*data, expected);
}

#[test]
fn dotbot_passes_its_words_on() {
    let sent = dotbot_answer(&json!([
        {"code": "project.missing", "message": "m", "path": "b.md", "line": 3},
        {"code": "IO_ERROR", "message": "n", "path": "c.md", "details": {"n": 1}},
    ]));
    let passed_on = forward::in_dotbot(&sent).to_value().unwrap();
    assert_eq!(
        (&passed_on["status"], &passed_on["summary"]),
        (&json!("error"), &json!("It failed."))
    );
    let [error] = &passed_on["errors"].as_array().unwrap()[..] else { panic!("{passed_on}") };
    assert_eq!((&error["code"], &error["path"]), (&json!("PROJECT_MISSING"), &json!("b.md")));
    let [old, other] = &passed_on["warnings"].as_array().unwrap()[..] else {
        panic!("{passed_on}")
    };
    assert_eq!((&old["code"], &old["details"]), (&json!("OLD"), &json!({"path": "a.md"})));
    assert_eq!(other["details"], json!({"n": 1, "path": "c.md", "severity": "error"}));
    let failure = envelope_client::dotbot::Response::<()>::read(&sent).unwrap().into_result();
    assert_eq!(failure.unwrap_err().sent_code.as_deref(), Some("project.missing"));
}

/// Code Scalpel replaces an unknown code by the code of its error type. `upgrade_required` needs a hint.
#[test]
fn code_scalpel_passes_its_words_on() {
    for (code, passed_on) in [
        ("timeout", "timeout"),
        ("not_implemented", "not_implemented"),
        ("upgrade_required", "not_implemented"),
        ("quota", "internal_error"),
    ] {
        let answer = forward::in_code_scalpel(&scalpel(code));
        assert_eq!(answer.to_value().unwrap()["error"]["error_code"], passed_on);
        let failure = envelope_client::code_scalpel::Response::<()>::read(&scalpel(code)).unwrap();
        assert_eq!(failure.outcome.unwrap_err().sent_code.as_deref(), Some(code));
    }
}

#[test]
fn mcp_passes_a_text_on() {
    for (text, passed_on) in [
        ("Error: boom", "Error: boom\n(INTERNAL_ERROR, unknown whether to retry)"),
        (
            "Error: boom\nTry again",
            "Error: boom\nTry again\n(INTERNAL_ERROR, unknown whether to retry)",
        ),
        ("Error: boom\n(QUOTA, do not retry)", "Error: boom\n(QUOTA, do not retry)"),
    ] {
        let sent =
            json!({"content": [{"type": "text", "text": text}], "isError": true}).to_string();
        let answer = forward::in_mcp_text(&sent).to_value().unwrap();
        assert_eq!(answer["content"][0]["text"], passed_on);
    }
    let structured = json!({
        "content": [{"type": "text", "text": "Error: m\n(quota-hit, do not retry)"}],
        "structuredContent": {"error_code": "quota-hit", "error_type": "billing", "message": "m"},
        "isError": true,
    });
    let failure = read::<()>(&structured.to_string()).unwrap().outcome.unwrap_err();
    assert_eq!(failure.retry(), Retry::Unknown);
    let answer = forward::in_mcp(&structured.to_string()).to_value().unwrap();
    let error = &answer["structuredContent"];
    assert_eq!(
        (&error["error_code"], &error["error_type"]),
        (&json!("QUOTA_HIT"), &json!("internal"))
    );
    assert_eq!(error["retry"], json!({"worthwhile": null, "advice": "unknown"}));
}
