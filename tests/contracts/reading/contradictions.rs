//! A failure is never read as a success, even if it contradicts itself or has an unusual form.

use envelope_client::{Failure, check, dotbot, forward, mcp, read, response_v2};
use envelope_runtime::{ToolFailure, envelope_tool};
use serde_json::{Value, json};

fn failure(answer: &Value) -> Box<Failure> {
    let response = read::<Value>(&answer.to_string());
    let response = response.unwrap_or_else(|error| panic!("{error}: {answer}"));
    response.outcome.err().unwrap_or_else(|| panic!("a success: {answer}"))
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn failed_v2() -> Value {
    json!({"success": false, "data": {"error_code": "CONFLICT"}, "error": "Taken", "meta": {"version": "response-v2"}})
}

fn good_v2() -> Value {
    json!({"success": true, "data": {"n": 1}, "error": null, "meta": {"version": "response-v2"}})
}

#[test]
fn a_failed_envelope_anywhere_in_a_result() {
    let (failed, good) = (failed_v2(), good_v2());
    let failed_text = text(&failed.to_string());
    for result in [
        json!({"content": [text("Here it is:"), failed_text]}),
        json!({"content": [text(&good.to_string()), failed_text], "isError": false}),
        json!({"content": [failed_text], "structuredContent": good, "isError": false}),
        json!({"content": [], "structuredContent": {"result": failed}}),
        json!({"content": [failed_text], "structuredContent": {"rows": []}}),
        json!({"jsonrpc": "2.0", "id": 1, "result": {"content": [text("a"), failed_text]}}),
    ] {
        let failure = failure(&result);
        assert_eq!((&*failure.code(), &*failure.message), ("CONFLICT", "Taken"), "{result}");
        if result.get("jsonrpc").is_none() {
            assert!(!forward(result.to_string()).unwrap().is_success(), "{result}");
        }
    }
}

#[test]
fn a_failed_result_inside_of_a_result() {
    let inner =
        json!({"content": [text("Error: Taken\n(CONFLICT, do not retry)")], "isError": true});
    let around = json!({"content": [text(&failed_v2().to_string())], "isError": false});
    for inner in [inner, around] {
        for result in [
            json!({"content": [], "structuredContent": inner, "isError": false}),
            json!({"content": [], "structuredContent": {"result": inner}, "isError": false}),
            json!({"content": [text(&inner.to_string())]}),
            json!({"content": [text("a"), text(&inner.to_string())]}),
        ] {
            let failure = failure(&result);
            assert_eq!((&*failure.code(), &*failure.message), ("CONFLICT", "Taken"), "{result}");
            assert!(!forward(result.to_string()).unwrap().is_success(), "{result}");
        }
    }
}

/// Deeply nested results exhaust neither the time nor the stack.
#[test]
fn results_in_results() {
    let mut result = json!({"content": [], "isError": true});
    for _ in 0..60 {
        result = json!({"content": [], "structuredContent": result, "isError": true});
    }
    let mut nested = result.clone();
    for _ in 0..6 {
        nested = json!({"content": [text(&nested.to_string())], "structuredContent": result.clone(), "isError": true});
    }
    assert_eq!(failure(&nested).code(), "INTERNAL_ERROR");
}

#[test]
fn a_failure_without_the_keys_of_an_envelope() {
    for (json, code, message, data) in [
        (json!({"success": false, "error": "Taken"}), "INTERNAL_ERROR", "Taken", json!({})),
        (
            json!({"success": false, "error": "Taken", "id": 7}),
            "INTERNAL_ERROR",
            "Taken",
            json!({"id": 7}),
        ),
        (
            json!({"success": false, "error": {"code": "CONFLICT", "message": "Taken"}}),
            "CONFLICT",
            "Taken",
            json!({}),
        ),
    ] {
        let structured = json!({"content": [], "structuredContent": json, "isError": false});
        for result in [
            structured.clone(),
            json!({"content": [text(&json.to_string())]}),
            json!({"content": [text(&json.to_string())], "structuredContent": json}),
        ] {
            let failure = failure(&result);
            assert_eq!((&*failure.code(), &*failure.message), (code, message), "{result}");
            assert_eq!(failure.data, data, "{result}");
        }
        assert!(mcp::Response::<Value>::read(&structured.to_string()).unwrap().outcome.is_err());
    }
}

/// Some servers send JSON as the text of a failure.
#[test]
fn the_text_of_a_failure_is_json() {
    for (json, code, message) in [
        (json!({"error": "Taken"}), "INTERNAL_ERROR", "Taken"),
        (json!({"error": {"message": "Taken"}}), "INTERNAL_ERROR", "Taken"),
        (json!({"error": {"message": "Taken", "code": "CONFLICT"}}), "CONFLICT", "Taken"),
        (
            json!({"error": {"code": -32602, "message": "Unknown tool"}}),
            "INTERNAL_ERROR",
            "Unknown tool",
        ),
        (json!({"error": {"error": "Gone", "error_code": "not_found"}}), "NOT_FOUND", "Gone"),
        (json!({"message": "Taken", "error_code": "CONFLICT"}), "CONFLICT", "Taken"),
        (json!({"error": {"reason": 7}}), "INTERNAL_ERROR", r#"{"reason":7}"#),
        (json!({"detail": "d", "error": true}), "INTERNAL_ERROR", r#"{"detail":"d","error":true}"#),
        (json!(["a"]), "INTERNAL_ERROR", r#"["a"]"#),
    ] {
        let failure = failure(&json!({"content": [text(&json.to_string())], "isError": true}));
        assert_eq!((&*failure.code(), &*failure.message), (code, message), "{json}");
    }
}

#[test]
fn a_failure_of_code_scalpel_that_is_its_error_alone() {
    let sent = json!({"error": {"error": "No such file", "error_code": "not_found"}});
    assert_eq!(check(&sent.to_string()).unwrap().dialect, "code-scalpel-v1");
    for answer in [
        sent.clone(),
        json!({"content": [text(&sent.to_string())], "isError": false}),
        json!({"content": [], "structuredContent": sent, "isError": false}),
        json!({"content": [text(&sent.to_string())], "structuredContent": {"result": sent.to_string()}}),
    ] {
        assert_eq!(read::<Value>(&answer.to_string()).unwrap().dialect, "code-scalpel-v1");
        let failure = failure(&answer);
        assert_eq!(
            (&*failure.code(), &*failure.message),
            ("NOT_FOUND", "No such file"),
            "{answer}"
        );
        assert!(!forward(answer.to_string()).unwrap().is_success(), "{answer}");
    }
}

/// Without an `error`, the data can say that the tool failed.
#[test]
fn failed_data_of_code_scalpel() {
    for error in [json!("Taken"), json!({"code": "conflict", "message": "Taken"})] {
        let answer = json!({
            "tier": "pro", "tool_version": "1.0.0", "tool_id": "t", "request_id": "r", "capabilities": [],
            "duration_ms": 1, "error": null, "upgrade_hints": [], "data": {"success": false, "error": error},
        });
        assert_eq!(failure(&answer).message, "Taken");
        let in_result = json!({"content": [text(&answer.to_string())], "isError": false});
        assert_eq!(failure(&in_result).message, "Taken");
    }
}

#[test]
fn the_status_error_without_errors() {
    let answer = json!({
        "schema_id": "dotbot-mcp-response@1", "tool": "t", "version": "1.0.0", "status": "error",
        "summary": "The disk is full.", "data": {"n": 1}, "warnings": [], "errors": [],
        "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 1, "source": "s"},
    });
    let typed = dotbot::Response::<Value>::read(&answer.to_string()).unwrap();
    assert_eq!(typed.meta.status, Some(envelope_runtime::dotbot::Health::Error));
    let in_result = json!({"content": [], "structuredContent": answer, "isError": false});
    for failure in [typed.outcome.unwrap_err(), failure(&answer), failure(&in_result)] {
        assert_eq!((&*failure.message, failure.sent_code.as_deref()), ("The disk is full.", None));
        assert_eq!(failure.data, json!({"n": 1}));
    }
    assert!(check(&answer.to_string()).is_err());
}

#[test]
fn a_message_with_a_result_and_an_error() {
    let error = json!({"code": -32603, "message": "Internal error"});
    for result in [json!({"content": []}), json!({"content": [], "isError": true}), json!(1)] {
        let message =
            json!({"jsonrpc": "2.0", "id": 1, "result": result, "error": error}).to_string();
        assert_eq!(read::<Value>(&message).unwrap_err().pointer, "/error");
        assert_eq!(mcp::Response::<Value>::read(&message).unwrap_err().pointer, "/error");
    }
    let message = json!({"jsonrpc": "2.0", "id": 1, "result": {"content": []}, "error": null});
    assert!(read::<Value>(&message.to_string()).unwrap().outcome.is_ok());
}

/// The text of a file can look like an envelope. Only `read` interprets it.
#[test]
fn the_text_of_a_text_tool() {
    #[envelope_tool(dialect = "mcp-2025-11-25", text)]
    fn view() -> Result<String, ToolFailure> {
        Ok(failed_v2().to_string())
    }

    let envelope = view();
    let trusted = mcp::Response::<String>::read(envelope.as_str()).unwrap();
    assert_eq!(trusted.outcome.unwrap(), failed_v2().to_string());
    assert_eq!(failure(&envelope.to_value().unwrap()).code(), "CONFLICT");
    let bare = json!({"content": [text(r#"{"success":false,"error":"Taken"}"#)]}).to_string();
    assert!(mcp::Response::<Value>::read(&bare).unwrap().outcome.is_ok());
}

#[test]
fn failures_that_the_specification_allows() {
    let image = json!({"type": "image", "data": "", "mimeType": "image/png"});
    for (content, message) in [
        (json!([]), ""),
        (json!([image]), ""),
        (json!([image, text("Error: Taken\n(CONFLICT, do not retry)")]), "Taken"),
    ] {
        let result = json!({"content": content, "isError": true});
        let checked = check(&result.to_string()).unwrap();
        assert_eq!(checked.warnings[0].rule.id, "failure-text");
        assert!(!forward(result.to_string()).unwrap().is_success());
        assert_eq!(failure(&result).message, message);
    }
}

/// Null counts as an absent key.
#[test]
fn null_for_nothing() {
    let block = json!({"type": "text", "text": r#"{"n":1}"#, "annotations": null, "_meta": null});
    for result in [
        json!({"content": [block], "structuredContent": null, "isError": false}),
        json!({"content": null, "structuredContent": {"n": 1}}),
        json!({"content": [block], "structuredContent": null, "isError": null, "_meta": null}),
    ] {
        let response = mcp::Response::<Value>::read(&result.to_string()).unwrap();
        assert_eq!(response.outcome.unwrap(), json!({"n": 1}), "{result}");
    }
    let result = json!({"content": [block], "structuredContent": null, "isError": false});
    let checked = check(&result.to_string()).unwrap();
    assert!(checked.warnings.iter().all(|found| found.rule.id == "null-value"), "{checked:?}");
    let nothing = json!({"content": null, "isError": false}).to_string();
    assert_eq!(mcp::Response::<()>::read(&nothing).unwrap().outcome, Ok(()));
    assert!(failure(&json!({"content": null, "isError": true})).message.is_empty());
    // In the later version, null can be the data. If the type of the data rejects null, the text is read.
    let later = json!({"resultType": "complete", "content": [block], "structuredContent": null})
        .to_string();
    assert_eq!(mcp::Response::<Value>::read(&later).unwrap().outcome.unwrap(), Value::Null);
    #[derive(Debug, PartialEq, serde::Deserialize)]
    struct Count {
        n: u8,
    }
    assert_eq!(mcp::Response::<Count>::read(&later).unwrap().outcome.unwrap(), Count { n: 1 });
}

#[test]
fn a_byte_order_mark() {
    let marked = format!("\u{feff}{}", good_v2());
    assert!(read::<Value>(&marked).unwrap().outcome.is_ok());
    assert!(response_v2::Response::<u8>::under("n", &marked).unwrap().outcome.is_ok());
    assert_eq!(check(&marked).unwrap().dialect, "response-v2");
    assert_eq!(forward(marked).unwrap().as_str(), good_v2().to_string());
    let in_text = json!({"content": [text(&format!("\u{feff}{}", failed_v2()))]});
    assert_eq!(failure(&in_text).code(), "CONFLICT");
    // A byte order mark does not hide a repeated key.
    let twice = "\u{feff}{\"content\":[],\"isError\":true,\"isError\":false}";
    assert_eq!(check(twice).unwrap_err().violations[0].rule.id, "unique-keys");
}
