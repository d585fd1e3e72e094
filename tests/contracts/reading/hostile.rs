//! For hostile input, readers return a value or an error, and never panic.

use envelope_client::read;
use envelope_client::{code_scalpel, dotbot, mcp, response_v2, rfc9457};
use serde_json::{Value, json};

fn envelopes() -> Vec<Value> {
    let issue = json!({"code": "C", "message": "m", "path": "p", "details": {"remediation": "r", "rate_limit": {"retry_after": 1}, "telemetry": {"a": 1}, "upgrades": [{"feature": "f", "tier": "pro", "reason": "r"}]}});
    let v2_meta = json!({
        "version": "response-v2", "request_id": "r", "warnings": ["w"],
        "warning_details": [{"code": "C", "severity": "info", "message": "w", "context": {"a": 1}}],
        "pagination": {"cursor": "c", "has_more": true, "total_count": 1, "page_size": 1},
        "rate_limit": {"limit": 1, "remaining": 1, "reset_at": "t", "retry_after": 1},
        "telemetry": {"duration_ms": 1}, "content_fidelity": "full",
        "content_fidelity_schema_version": "1.0", "dropped_content_ids": ["d"],
        "content_archive_hashes": {"a": "h"}, "more": 1,
    });
    let failure_data = json!({"error_code": "C", "error_type": "conflict", "remediation": "r", "details": {"path": "p", "a": 1, "upgrades": [{"feature": "f", "tier": "pro", "reason": "r"}]}, "retry_after_seconds": 1});
    vec![
        json!({"success": true, "data": {"a": 1}, "error": null, "meta": v2_meta}),
        json!({"success": false, "data": failure_data, "error": "m", "meta": v2_meta}),
        json!({
            "schema_id": "dotbot-mcp-response@1", "tool": "t", "version": "1.0.0", "status": "error",
            "summary": "s", "data": {}, "warnings": [issue], "errors": [issue, issue],
            "audit": {"timestamp": "t", "duration_ms": 1, "source": "s", "host": "ci", "correlation_id": "c", "write_to": "w"},
            "intent": {"recommended_next": "t", "reason": "r", "parameters": {}},
            "actions": [{"id": "i", "type": "suggestion", "label": "l", "reason": "r", "tool": "t", "parameters": {}}],
        }),
        json!({
            "tier": "pro", "tool_version": "1.0.0", "tool_id": "t", "request_id": "r",
            "capabilities": ["c"], "duration_ms": 1,
            "error": {"error": "m", "error_code": "timeout", "error_details": issue["details"]},
            "upgrade_hints": [{"feature": "f", "tier": "pro", "reason": "r"}],
            "warnings": ["w"], "data": {"a": 1},
        }),
        json!({
            "resultType": "complete",
            "content": [
                {"type": "text", "text": "Error: m\nr", "annotations": {"audience": ["user"], "priority": 1, "lastModified": "t"}, "_meta": {"a": 1}},
                {"type": "resource", "resource": {"uri": "u", "text": "t"}},
                {"type": "resource_link", "uri": "u", "name": "n", "size": 1},
            ],
            "structuredContent": {"error_code": "C", "error_type": "conflict", "message": "m", "remediation": "r", "retry": {}, "details": {"a": 1}, "upgrades": []},
            "isError": true,
            "_meta": {"request_id": "r", "warnings": [{"message": "w"}], "rate_limit": {"limit": 1}, "telemetry": {"a": 1}},
        }),
        json!({
            "type": "https://example.com/probs/out-of-credit", "title": "t", "status": 403, "detail": "d", "instance": "/i",
            "code": "C", "category": "conflict", "retryable": true, "retry_after": 1, "remediation": "r",
            "details": {"path": "p", "a": 1}, "request_id": "r", "warnings": [{"message": "w"}],
            "rate_limit": {"limit": 1}, "telemetry": {"a": 1},
            "upgrades": [{"feature": "f", "tier": "pro", "reason": "r"}], "meta": {"a": 1}, "b": 1,
        }),
    ]
}

/// Tries every reader.
fn reads(text: &str) -> [bool; 6] {
    let any = read::<Value>(text).is_ok_and(|response| {
        // The response can be printed.
        let _ = format!("{response:?}");
        response.outcome.is_ok_and(|data| !data.is_null())
    });
    [
        any,
        response_v2::Response::<Value>::read(text).is_ok(),
        dotbot::Response::<Value>::read(text).is_ok(),
        mcp::Response::<Value>::read(text).is_ok(),
        code_scalpel::Response::<Value>::read(text).is_ok(),
        rfc9457::Response::<Value>::read(text).is_ok() && rfc9457::read_problem(text).is_ok(),
    ]
}

/// Collects the JSON Pointers of all values.
fn pointers(value: &Value, at: &str, to: &mut Vec<String>) {
    to.push(at.to_owned());
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| pointers(value, &format!("{at}/{key}"), to));
        }
        Value::Array(items) => {
            (0..).zip(items).for_each(|(index, item)| pointers(item, &format!("{at}/{index}"), to));
        }
        _ => {}
    }
}

#[test]
fn a_value_of_every_kind_in_every_place() {
    let kinds = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("\u{0}🦀"),
        json!([]),
        json!([null, 1, "a", {}]),
        json!({}),
        json!({"message": 1, "": null}),
    ];
    let mut read = 0;
    for envelope in envelopes() {
        let mut places = Vec::new();
        pointers(&envelope, "", &mut places);
        for place in places {
            for kind in &kinds {
                let mut mutated = envelope.clone();
                *mutated.pointer_mut(&place).unwrap() = kind.clone();
                let by_contract = &reads(&mutated.to_string())[1..];
                read += by_contract.iter().filter(|is_read| **is_read).count();
            }
        }
    }
    // Most places are metadata, where readers accept any value.
    assert!(read > 1000, "{read}");
}

#[test]
fn every_key_missing() {
    for envelope in envelopes() {
        let mut places = Vec::new();
        pointers(&envelope, "", &mut places);
        for place in places {
            let (parent, key) = place.rsplit_once('/').unwrap_or_default();
            let mut mutated = envelope.clone();
            if let Some(Value::Object(map)) = mutated.pointer_mut(parent) {
                map.remove(key);
            }
            reads(&mutated.to_string());
        }
    }
}

#[test]
fn text_that_ends_early() {
    for envelope in envelopes() {
        let text = envelope.to_string();
        for (end, _) in text.char_indices() {
            assert_eq!(reads(&text[..end]), [false; 6]);
        }
    }
}

#[test]
fn long_strings() {
    let long = "x\"\n🦀".repeat(1 << 17);
    for envelope in envelopes() {
        let mut places = Vec::new();
        pointers(&envelope, "", &mut places);
        // To save time, this tests only some places.
        for place in places.iter().step_by(11) {
            let mut mutated = envelope.clone();
            *mutated.pointer_mut(place).unwrap() = json!(long);
            let _ = read::<Value>(&mutated.to_string());
        }
    }
}

/// `serde_json` reads up to 128 levels.
#[test]
fn deep_nesting() {
    for levels in [100, 127, 128, 10_000, 1_000_000] {
        let deep = format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        let text = format!(
            r#"{{"success":true,"data":{{"deep":{deep}}},"error":null,"meta":{{"version":"response-v2"}}}}"#
        );
        assert_eq!(response_v2::Response::<Value>::read(&text).is_ok(), levels < 126, "{levels}");
        let in_text = json!({"content": [{"type": "text", "text": text}]}).to_string();
        // Unparsable text is plain text.
        assert!(read::<Value>(&in_text).is_ok());
        reads(&format!(r#"{{"a":{deep}}}"#));
        reads(&deep);
    }
}

#[test]
fn the_later_of_two_keys_counts() {
    let text = r#"{"success":false,"success":true,"data":{"a":1},"data":{"a":2,"a":3},"error":"x","error":null,
        "meta":{},"meta":{"version":"x","version":"response-v2","warnings":["a"],"warnings":["b"]}}"#;
    let success = response_v2::Response::<Value>::read(text).unwrap().into_result().unwrap();
    assert_eq!(success.data, json!({"a": 3}));
    assert_eq!(success.meta.warnings, ["b"]);
    assert!(success.extra.is_empty() && success.meta.extra.is_empty());
}

/// Adds thousands of keys to each object of an envelope.
#[test]
fn many_keys() {
    let many: Value = (0..4_000)
        .map(|n| (format!("key_{n}"), json!(n)))
        .collect::<serde_json::Map<_, _>>()
        .into();
    for envelope in envelopes() {
        let mut places = Vec::new();
        pointers(&envelope, "", &mut places);
        for place in places {
            let mut mutated = envelope.clone();
            let Some(Value::Object(map)) = mutated.pointer_mut(&place) else { continue };
            map.extend(many.as_object().unwrap().clone());
            assert!(read::<Value>(&mutated.to_string()).is_ok(), "{place}");
        }
    }
}
