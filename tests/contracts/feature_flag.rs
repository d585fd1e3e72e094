//! The feature flag `response_contract_v2` of response-v2. It is on by default; if it is off, a deprecated legacy format is sent.

#[path = "../../examples/negotiation/legacy.rs"]
mod legacy;
#[path = "../../examples/negotiation/server.rs"]
mod server;

use crate::support::wire;
use serde_json::{Value, json};
use server::Session;

fn deprecated() -> Value {
    json!([{
        "code": "DEPRECATED_FIELD",
        "severity": "info",
        "message": "The legacy format is deprecated: ask for response-v2",
        "context": {"sunset": "2027-01-31"}
    }])
}

fn legacy_tasks() -> Value {
    json!({"ok": true, "result": {"tasks": ["task-001", "task-002"]}, "warnings": deprecated()})
}

fn tasks() -> Value {
    json!({
        "success": true,
        "data": {"tasks": ["task-001", "task-002"]},
        "error": null,
        "meta": {"version": "response-v2"}
    })
}

#[test]
fn on_a_client_that_asks_for_nothing_gets_response_v2() {
    let session = Session::new(true);
    assert_eq!(wire(session.list_tasks("auth")), tasks());
    assert_eq!(session.list_tasks("pay").error_code(), Some("NOT_FOUND"));
}

#[test]
fn off_it_gets_the_legacy_format_which_is_deprecated() {
    let session = Session::new(false);
    assert_eq!(wire(session.list_tasks("auth")), legacy_tasks());
    assert_eq!(
        wire(session.list_tasks("pay")),
        json!({
            "ok": false,
            "message": "Spec not found: pay",
            "code": "NOT_FOUND",
            "warnings": deprecated()
        })
    );
}

/// The flag sets the default format. With or without it, a client can ask for either format.
#[test]
fn what_is_agreed_on_holds_for_the_session() {
    for flag in [true, false] {
        let mut session = Session::new(flag);
        let supported = if flag { ["response-v2", "legacy"] } else { ["legacy", "response-v2"] };

        let answer = session.negotiate(&json!({"response_contract": "v1"}));
        let agreed = json!({"response_contract": "legacy", "supported": supported});
        assert_eq!(wire(answer)["data"], agreed);
        assert_eq!(wire(session.list_tasks("auth")), legacy_tasks());

        let answer = session.negotiate(&json!({"response_contract": "v2"}));
        assert_eq!(wire(answer)["data"]["response_contract"], "response-v2");
        assert_eq!(wire(session.list_tasks("auth")), tasks());

        // A request for an unknown contract changes nothing, and gets a failure in response-v2.
        let answer = wire(session.negotiate(&json!({"response_contract": "v3"})));
        assert_eq!(answer["data"]["error_code"], "VALIDATION_ERROR");
        assert_eq!(answer["data"]["details"]["supported"], json!(supported));
        assert_eq!(wire(session.list_tasks("auth")), tasks());
    }
}
