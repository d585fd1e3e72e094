//! Unexpected values are kept, and no other value is lost.

use std::time::{Duration, UNIX_EPOCH};

use envelope_client::response_v2::{Meta, Response};
use envelope_runtime::ToolError;
use envelope_runtime::{ErrorType, RetryAfter, dotbot};
use serde_json::{Value, json};

fn meta(meta: Value) -> Meta {
    let envelope = json!({"success": true, "data": {}, "error": null, "meta": meta});
    serde_json::from_value::<Response<()>>(envelope).unwrap().into_result().unwrap().meta
}

fn failure(data: Value, meta: Value) -> Box<envelope_client::Failure> {
    let envelope = json!({"success": false, "data": data, "error": "It failed", "meta": meta});
    serde_json::from_value::<Response<()>>(envelope).unwrap().into_result().unwrap_err()
}

#[test]
fn null_and_empty_metadata_are_absent() {
    let read = meta(json!({
        "version": "response-v2",
        "request_id": null,
        "warnings": [],
        "warning_details": null,
        "pagination": {"cursor": null, "has_more": false, "total_count": null},
        "rate_limit": null,
        "telemetry": {},
        "content_fidelity": null,
        "dropped_content_ids": [],
        "content_archive_hashes": {},
    }));
    assert!(read.extra.is_empty());
    assert!(read.request_id.is_none() && read.rate_limit.is_none());
    assert!(read.warnings.is_empty() && read.dropped_content_ids.is_empty());
    let pagination = read.pagination.unwrap();
    assert!(pagination.cursor.is_none() && !pagination.has_next() && pagination.extra.is_empty());
}

#[test]
fn unknown_words_are_kept() {
    let sent = json!({
        "version": "response-v2",
        "warning_details": [{"code": "OWN", "severity": "critical", "message": "m", "docs": "https://x"}],
        "content_fidelity": "abridged",
    });
    let read = meta(sent.clone());
    let [warning] = &read.warning_details[..] else { panic!("{read:?}") };
    assert_eq!((warning.severity, warning.message.as_str()), (None, "m"));
    assert_eq!(warning.extra["severity"], "critical");
    assert_eq!(warning.extra["docs"], "https://x");
    assert_eq!(read.content_fidelity, None);
    assert_eq!(read.extra["content_fidelity"], "abridged");
    assert_eq!(serde_json::to_value(read).unwrap(), sent);
}

#[test]
fn unknown_error_types_and_codes_are_kept() {
    let v2 = json!({"version": "response-v2"});
    for (data, code, error_type) in [
        (json!({"error_code": "QUOTA", "error_type": "billing"}), "QUOTA", ErrorType::Internal),
        (
            json!({"error_code": "quota-hit", "error_type": "rate_limit"}),
            "QUOTA_HIT",
            ErrorType::RateLimit,
        ),
        // A standard code implies its error type if the sent one is unknown.
        (
            json!({"error_code": "NOT_FOUND", "error_type": "billing"}),
            "NOT_FOUND",
            ErrorType::NotFound,
        ),
        (
            json!({"error_code": "CIRCULAR_DEPENDENCY", "error_type": "conflict"}),
            "CIRCULAR_DEPENDENCY",
            ErrorType::Conflict,
        ),
        (
            json!({"error_code": "not-found", "error_type": "conflict"}),
            "NOT_FOUND",
            ErrorType::Conflict,
        ),
        (
            json!({"error_code": "CIRCULAR_DEPENDENCY"}),
            "CIRCULAR_DEPENDENCY",
            ErrorType::Validation,
        ),
        // Without a code, the error type implies a standard code.
        (json!({"error_type": "validation"}), "VALIDATION_ERROR", ErrorType::Validation),
        (json!({"error_type": "authentication"}), "UNAUTHORIZED", ErrorType::Authentication),
        (json!({"error_type": "authorization"}), "FORBIDDEN", ErrorType::Authorization),
        (json!({"error_type": "not_found"}), "NOT_FOUND", ErrorType::NotFound),
        (json!({"error_type": "conflict"}), "CONFLICT", ErrorType::Conflict),
        (json!({"error_type": "rate_limit"}), "RATE_LIMIT_EXCEEDED", ErrorType::RateLimit),
        (json!({"error_type": "feature_flag"}), "FEATURE_DISABLED", ErrorType::FeatureFlag),
        (json!({"error_type": "internal"}), "INTERNAL_ERROR", ErrorType::Internal),
        (json!({"error_type": "unavailable"}), "UNAVAILABLE", ErrorType::Unavailable),
        (json!({"error_code": "PAGE_NOT_FOUND"}), "PAGE_NOT_FOUND", ErrorType::NotFound),
        (json!({}), "INTERNAL_ERROR", ErrorType::Internal),
        (json!({"error_code": null, "error_type": 3}), "INTERNAL_ERROR", ErrorType::Internal),
    ] {
        let failure = failure(data.clone(), v2.clone());
        assert_eq!((&*failure.code(), failure.error_type()), (code, error_type), "{data}");
        assert_eq!(failure.sent_code.as_deref(), data["error_code"].as_str());
        assert_eq!(failure.sent_error_type.as_deref(), data["error_type"].as_str());
        // The other server has already sent this message to a caller, so it is not hidden.
        assert_eq!(failure.message, "It failed");
    }
}

#[test]
fn one_odd_value_does_not_lose_the_others() {
    let sent = json!({
        "version": "response-v2",
        "request_id": 7,
        "warnings": ["a", 1],
        "warning_details": ["text", {"severity": "info"}],
        "pagination": "all",
        "rate_limit": {"limit": "many", "remaining": 4.2, "reset_at": 1_764_849_600, "retry_after": 1.5},
        "telemetry": {"duration_ms": "fast", "calls": 3},
        "dropped_content_ids": [1, "b"],
        "content_archive_hashes": {"a": 1},
        "tenant": {"id": 3},
    });
    let read = meta(sent);
    assert_eq!(read.request_id.as_ref().unwrap().as_str(), "7");
    assert_eq!(read.warnings, ["a", "1"]);
    assert_eq!(read.warning_details[0].message, "text");
    assert_eq!(read.warning_details[1].message, "");
    assert_eq!(read.extra["pagination"], "all");
    assert_eq!(read.extra["tenant"], json!({"id": 3}));
    let limit = read.rate_limit.unwrap();
    assert_eq!((limit.limit, limit.remaining, limit.retry_after), (None, Some(5), Some(2)));
    assert_eq!(limit.extra["limit"], "many");
    assert_eq!(limit.extra["reset_at"], 1_764_849_600);
    let telemetry = read.telemetry.unwrap();
    assert_eq!((&telemetry.duration_ms, &telemetry.extra["calls"]), (&None, &json!(3)));
    assert_eq!(telemetry.extra["duration_ms"], "fast");
    assert_eq!(read.dropped_content_ids, ["1", "b"]);
    assert_eq!(read.content_archive_hashes["a"], 1);
}

#[test]
fn the_time_to_wait() {
    let v2 = json!({"version": "response-v2"});
    let limited = |data: Value, limit: Value| {
        let mut meta = v2.clone();
        meta["rate_limit"] = limit;
        let mut sent = json!({"error_code": "RATE_LIMIT_EXCEEDED", "error_type": "rate_limit"});
        sent.as_object_mut().unwrap().extend(data.as_object().unwrap().clone());
        failure(sent, meta).retry_after()
    };
    let delay = |seconds| Some(RetryAfter::Delay(Duration::from_secs_f64(seconds)));
    assert_eq!(limited(json!({}), json!({"retry_after": 1.5})), delay(2.0));
    assert_eq!(limited(json!({"retry_after_seconds": 45}), json!(null)), delay(45.0));
    assert_eq!(limited(json!({"retry_after_seconds": 0.5}), json!({})), delay(0.5));
    assert_eq!(limited(json!({"retry_after_seconds": 45}), json!({"retry_after": 3})), delay(3.0));
    assert_eq!(
        limited(json!({}), json!({"reset_at": "2025-12-04T12:00:00Z"})),
        Some(RetryAfter::At(UNIX_EPOCH + Duration::from_secs(1_764_849_600)))
    );
    assert_eq!(limited(json!({"retry_after_seconds": "soon"}), json!({"retry_after": -1})), None);
}

#[test]
fn odd_fields_of_a_failure() {
    let failure = failure(
        json!({
            "error_code": "OWN",
            "error_type": "conflict",
            "remediation": ["a"],
            "details": "text",
            "upgrades": [{"feature": "f", "tier": "gold", "reason": "r"}],
            "more": 1,
        }),
        json!({"version": "response-v2", "warnings": null, "tenant": "acme"}),
    );
    let own = failure.failure();
    let report = own.report();
    assert_eq!(failure.remediation.as_deref(), None);
    assert_eq!(serde_json::to_value(report.details()).unwrap(), json!({"details": "text"}));
    assert_eq!(
        serde_json::to_value(report.data()).unwrap(),
        json!({
            "remediation": ["a"],
            "upgrades": [{"feature": "f", "tier": "gold", "reason": "r"}],
            "more": 1,
        })
    );
    assert!(report.upgrades().is_empty());
    assert_eq!(serde_json::to_value(report.meta()).unwrap(), json!({"tenant": "acme"}));
}

#[test]
fn upgrades_among_the_details() {
    let failure = |upgrades: Value| {
        let details = json!({"n": 1, "upgrades": upgrades});
        failure(
            json!({"error_code": "OWN", "error_type": "conflict", "details": details}),
            json!({"version": "response-v2"}),
        )
    };
    let hints = json!([{"feature": "f", "tier": "gold", "reason": "r"}]);
    let read = failure(hints.clone());
    assert_eq!(serde_json::to_value(&read.upgrades).unwrap(), hints);
    assert_eq!(serde_json::to_value(&read.details).unwrap(), json!({"n": 1}));
    // Any other list stays a detail.
    let read = failure(json!(["a"]));
    assert!(read.failure().report().upgrades().is_empty());
    assert_eq!(serde_json::to_value(&read.details).unwrap(), json!({"n": 1, "upgrades": ["a"]}));
}

#[test]
fn further_keys_of_an_envelope_are_kept() {
    let text =
        r#"{"success":true,"data":{},"error":null,"meta":{"version":"response-v2"},"trace":[1]}"#;
    let success = Response::<()>::read(text).unwrap().into_result().unwrap();
    assert_eq!(success.extra["trace"], json!([1]));
    let text = text.replace("true", "false").replace("null", "\"no\"");
    let failed = Response::<()>::read(&text).unwrap();
    assert!(failed.outcome.is_err());
    assert_eq!(failed.extra["trace"], json!([1]));
}

#[test]
fn a_cursor_alone_says_that_there_is_more() {
    let pagination = |sent: Value| {
        meta(json!({"version": "response-v2", "pagination": sent})).pagination.unwrap().has_next()
    };
    assert!(pagination(json!({"cursor": "b"})));
    assert!(!pagination(json!({"cursor": "b", "has_more": false})));
    assert!(!pagination(json!({"total_count": 3})));
}

#[test]
fn what_other_dotbot_servers_write() {
    let sent = json!({
        "schema_id": "dotbot-mcp-response@1",
        "tool": "solution.info",
        "version": "1.0.0",
        // A wrong status.
        "status": "ok",
        "summary": "Axiome solution.",
        "data": {},
        "warnings": [{"code": "OWN", "message": "m", "path": null, "details": null, "line": 3}, "text"],
        "errors": [],
        "audit": {
            "timestamp": "2026-01-02T13:57:00Z", "duration_ms": 12.75, "source": "s",
            "host": null, "correlation_id": null, "write_to": null, "machine": "m1",
        },
        "intent": null,
        "actions": [],
        "trace": "t",
    });
    let read: envelope_client::dotbot::Response<()> = serde_json::from_value(sent.clone()).unwrap();
    let success = read.into_result().unwrap();
    assert_eq!(success.extra["trace"], "t");
    let meta = success.meta;
    assert_eq!(meta.status, Some(dotbot::Health::Warning));
    assert_eq!(meta.audit.host, None);
    assert_eq!(meta.audit.duration_ms.as_ref().unwrap().as_f64(), Some(12.75));
    assert_eq!(meta.audit.extra["machine"], "m1");
    let [own, text] = &meta.warnings[..] else { panic!("{meta:?}") };
    assert_eq!((own.code.as_str(), &own.extra["line"]), ("OWN", &json!(3)));
    assert!(own.path.is_none() && own.details.is_empty());
    assert_eq!((text.code.as_str(), text.message.as_str()), ("", "text"));

    let mut unknown_host = sent;
    unknown_host["audit"]["host"] = json!("zed");
    unknown_host["errors"] = json!([{"message": "It failed"}]);
    let read: envelope_client::dotbot::Response<()> = serde_json::from_value(unknown_host).unwrap();
    assert_eq!(read.meta.audit.extra["host"], "zed");
    let failure = read.outcome.unwrap_err();
    assert_eq!((&*failure.code(), failure.sent_code.as_deref()), ("INTERNAL_ERROR", None));
    assert_eq!(failure.message, "It failed");
}

#[test]
fn what_other_code_scalpel_servers_write() {
    let sent = json!({
        "tier": "team",
        "tool_version": "3.2.8",
        "tool_id": "security_scan",
        "request_id": 17,
        "capabilities": [],
        "error": {"error": "No", "error_code": "quota", "error_details": ["a"], "line": 1},
        "upgrade_hints": [{"feature": "f", "tier": "gold", "reason": "r"}, "text"],
        "warnings": ["The index is old", {"code": "STALE_CACHE", "severity": "warning", "message": "m"}],
        "data": [1],
    });
    let read: envelope_client::code_scalpel::Response<()> = serde_json::from_value(sent).unwrap();
    assert_eq!((read.meta.tier, &read.meta.duration_ms), (None, &None));
    assert_eq!((&read.extra["tier"], read.extra.len()), (&json!("team"), 1));
    assert_eq!(read.meta.request_id.as_ref().unwrap().as_str(), "17");
    let failure = read.outcome.unwrap_err();
    let [gold, text] = &failure.upgrades[..] else { panic!("{failure:?}") };
    assert_eq!((gold.tier, &gold.extra["tier"]), (None, &json!("gold")));
    assert_eq!(text.feature, "text");
    assert_eq!(failure.warnings.len(), 2);
    assert_eq!((&*failure.code(), failure.sent_code.as_deref()), ("QUOTA", Some("quota")));
    let own = failure.failure();
    let report = own.report();
    assert_eq!(report.warnings().messages(), ["The index is old", "m"]);
    assert_eq!(serde_json::to_value(&failure.details).unwrap(), json!({"error_details": ["a"]}));
    assert_eq!(failure.data, json!([1]));
    assert_eq!(serde_json::to_value(report.data()).unwrap(), json!({"data": [1]}));
}

/// The data is a copy of the error only if it has `success: false` and the same message.
#[test]
fn data_of_a_code_scalpel_failure() {
    for (data, kept) in [
        (json!({"success": false, "error": "No", "line": 1}), json!({"line": 1})),
        (
            json!({"success": false, "error": "Another"}),
            json!({"success": false, "error": "Another"}),
        ),
        (json!({"success": true, "error": "No"}), json!({"success": true, "error": "No"})),
        (json!({"error": "No"}), json!({"error": "No"})),
        (json!({"success": false}), json!({"success": false})),
    ] {
        let sent = json!({
            "tier": "pro",
            "tool_version": "3.2.8",
            "tool_id": "security_scan",
            "request_id": "r",
            "capabilities": [],
            "error": {"error": "No", "error_code": "timeout", "error_details": null},
            "upgrade_hints": [],
            "data": data,
        });
        let read: envelope_client::code_scalpel::Response<()> =
            serde_json::from_value(sent).unwrap();
        let failure = read.into_result().unwrap_err();
        assert_eq!(serde_json::to_value(failure.failure().report().data()).unwrap(), kept);
        assert_eq!(failure.data, kept);
    }
}
