//! A service that passes on the failure of another tool with `?`, in each pair of dialects.

use envelope_client::read;
use envelope_runtime::{
    Envelope, ErrorCode, ErrorType, RateLimit, RequestId, Retry, RetryAfter, Severity, Tier,
    ToolError, ToolFailure, Warning, WarningCode, envelope_tool,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

#[derive(Debug, thiserror::Error, ToolError)]
enum SyncError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Upstream(#[from] Box<envelope_client::Failure>),

    #[error(transparent)]
    #[tool_error(transparent)]
    Unreadable(#[from] envelope_client::ReadError),
}

macro_rules! dialects {
    ($($name:ident: $dialect:literal $(, [$($setting:tt)*])?;)*) => {
        /// Tools that fail.
        mod upstream {
            use super::*;
            $(
                #[envelope_tool(dialect = $dialect $(, $($setting)*)?)]
                pub fn $name(failure: ToolFailure) -> Result<(), ToolFailure> {
                    Err(failure)
                }
            )*
        }

        /// Tools that read an answer, and pass its failure on.
        mod service {
            use super::*;
            $(
                #[envelope_tool(dialect = $dialect $(, $($setting)*)?)]
                pub fn $name(answer: &str) -> Result<(), SyncError> {
                    read::<()>(answer)?.outcome?;
                    Ok(())
                }
            )*
        }

        const UPSTREAM: &[(&str, fn(ToolFailure) -> Envelope)] = &[$(($dialect, upstream::$name)),*];
        const SERVICES: &[fn(&str) -> Envelope] = &[$(service::$name),*];
    };
}

dialects! {
    response_v2: "response-v2";
    dotbot: "dotbot-mcp-response@1", [tool = "sync", version = "1.0.0", summary("Done.")];
    mcp_2025: "mcp-2025-11-25", [structured_errors];
    mcp_2026: "mcp-2026-07-28", [structured_errors];
    code_scalpel: "code-scalpel-v1", [tier = "pro", tool = "sync", version = "1.0.0"];
    rfc9457: "rfc9457";
}

/// Replaces the values that vary between calls with null.
fn stable(envelope: &Envelope) -> Value {
    let mut value = envelope.to_value().unwrap();
    for pointer in ["/audit/timestamp", "/audit/duration_ms", "/audit/source", "/duration_ms"] {
        if let Some(changing) = value.pointer_mut(pointer) {
            *changing = Value::Null;
        }
    }
    value
}

/// A failure with every kind of value that all dialects support.
fn full() -> ToolFailure {
    ToolFailure::new(ErrorCode::ResourceExhausted, "The quota is used up: \"é\"\t🦀")
        .remediation("Wait for the next period")
        .detail("quota", "tokens")
        .detail("used", json!({"tokens": [1, 2.5, null, true], "by": "a"}))
        .path("specs/auth.md")
        .rate_limit(
            RateLimit::new().limit(100).remaining(0).retry_after(30).extra("period", "hour"),
        )
        .telemetry("downstream_calls", 3)
        .warning("The cache is 2 hours old")
        .warning(Warning::new(WarningCode::FallbackUsed, "Another source").context("n", 1))
        .warning(Warning::custom("OWN", Severity::Error, "Its own"))
        .upgrade("more_tokens", Tier::Enterprise, "It has no quota")
}

fn failures() -> Vec<ToolFailure> {
    vec![
        full(),
        ToolFailure::not_found("Spec", "auth"),
        ToolFailure::new(ErrorCode::Timeout, "It took too long").expose(),
        ToolFailure::new(ErrorCode::InternalError, "The disk is full").expose(),
        ToolFailure::new(ErrorCode::Forbidden, "Only the owner may"),
        ToolFailure::new(ErrorCode::InvalidPath, "No such path").path("a/b"),
        ToolFailure::new(ErrorCode::UpgradeRequired, "Not in this tier").upgrade(
            "f",
            Tier::Pro,
            "r",
        ),
    ]
}

/// The service answers as if it had made the failure itself, in each pair of dialects.
#[test]
fn nothing_changes_on_the_way() {
    RequestId::new("req_1").sync_scope(|| {
        for failure in failures() {
            for (dialect, upstream) in UPSTREAM {
                let answer = upstream(failure.clone());
                for (service, (own, direct)) in SERVICES.iter().zip(UPSTREAM) {
                    let passed_on = service(answer.as_str());
                    let expected = direct(failure.clone());
                    assert_eq!(stable(&passed_on), stable(&expected), "{dialect} under {own}");
                    assert_eq!(passed_on.error_type(), expected.error_type());
                    assert_eq!(passed_on.error_code(), expected.error_code());
                    assert_eq!(passed_on.retry_after(), expected.retry_after());
                }
            }
        }
    });
}

/// Readers also restore the HTTP status, except for two HTTP codes that Code Scalpel lacks.
#[test]
fn the_codes_of_the_crate_mean_the_same_when_they_are_read() {
    const OF_HTTP: [ErrorCode; 2] = [ErrorCode::MethodNotAllowed, ErrorCode::UnsupportedMediaType];

    for &code in ErrorCode::ALL {
        for (dialect, upstream) in UPSTREAM {
            let sent = upstream(ToolFailure::new(code, "No").expose());
            let read = read::<Value>(sent.as_str()).unwrap().outcome.unwrap_err();
            let read = ToolFailure::from(read);
            let report = read.report();
            let closed = *dialect == "code-scalpel-v1";
            if closed && code.error_type() == ErrorType::Conflict {
                // Code Scalpel sends `correction_needed` instead.
                continue;
            }
            let categories = [ErrorType::Authentication, ErrorType::Authorization];
            let is_same = Some(report.error_type()) == sent.error_type();
            let is_merged = closed && categories.contains(&code.error_type());
            assert!(is_same || is_merged, "{code} in {dialect}: {report:?}");
            if is_same && !(closed && OF_HTTP.contains(&code)) {
                assert_eq!(
                    report.http_status(),
                    sent.status().http_status(),
                    "{code} in {dialect}"
                );
                assert_eq!(Some(report.retry()), sent.status().retry(), "{code} in {dialect}");
            }
        }
    }
}

/// Only some dialects separate data and metadata; no dialect loses either.
#[test]
fn data_and_metadata() {
    let failure = || {
        ToolFailure::custom("INDEX_STALE", ErrorType::Conflict, "The index is stale")
            .data("retry_after_seconds", 45)
            .meta("tenant", "acme")
    };
    for (dialect, upstream) in UPSTREAM {
        let answer = upstream(failure());
        for service in SERVICES {
            let passed_on = service(answer.as_str());
            // RFC 9457 names the delay `retry_after`.
            let has_delay = [r#""retry_after_seconds":45"#, r#""retry_after":45"#]
                .iter()
                .any(|delay| passed_on.as_str().contains(delay));
            assert!(has_delay, "{dialect}: {passed_on}");
            assert!(passed_on.as_str().contains(r#""tenant":"acme""#), "{dialect}: {passed_on}");
        }
    }
    let expected = RetryAfter::Delay(std::time::Duration::from_secs(45));
    let answer = upstream::response_v2(failure());
    assert_eq!(service::mcp_2025(answer.as_str()).retry_after(), Some(&expected));
    assert_eq!(service::mcp_2025(answer.as_str()).error_type(), Some(ErrorType::Conflict));
}

/// Unknown keys of another server's warning move to its context.
#[test]
fn further_keys_of_a_warning() {
    let answer = json!({
        "content": [{"type": "text", "text": "Error: It failed"}],
        "isError": true,
        "_meta": {"warnings": [
            {"message": "stale", "since": "noon"},
            {"message": "slow"},
        ]},
    });
    let envelope = service::response_v2(&answer.to_string()).to_value().unwrap();
    assert_eq!(envelope["meta"]["warnings"], json!(["stale", "slow"]));
    assert_eq!(
        envelope["meta"]["warning_details"],
        json!([{"message": "stale", "context": {"since": "noon"}}])
    );
}

/// A value of an unexpected type is passed on, and so is the failure around it.
#[test]
fn a_warning_whose_message_is_no_text() {
    let answer = json!({
        "success": false,
        "data": {"error_code": "INDEX_BUSY", "error_type": "unavailable"},
        "error": "The index is busy",
        "meta": {"version": "response-v2", "warning_details": [
            {"code": "STALE", "message": 5},
            {"code": "SLOW", "message": {"en": "slow"}},
        ]},
    });
    for service in SERVICES {
        let envelope = service(&answer.to_string());
        envelope_client::check(envelope.as_str()).unwrap();
        assert!(envelope.as_str().contains("The index is busy"), "{envelope}");
        assert!(envelope.as_str().contains("slow"), "{envelope}");
    }
    let hint = json!({"feature": "f", "tier": "pro", "reason": 7});
    let answer = json!({
        "tier": "community", "tool_version": "1.0.0", "tool_id": "t", "request_id": "r", "capabilities": ["envelope-v1"],
        "duration_ms": 1, "error": {"error": "Not now", "error_code": "timeout", "error_details": null},
        "upgrade_hints": [hint], "data": null,
    });
    let envelope = service::code_scalpel(&answer.to_string()).to_value().unwrap();
    assert_eq!(envelope["error"]["error_code"], "timeout");
    assert_eq!(envelope["upgrade_hints"], json!([{"feature": "f", "tier": "pro", "reason": "7"}]));
}

/// A value with the key `retry` is kept beside the retry advice.
#[test]
fn a_detail_with_the_key_of_the_advice() {
    let answer = json!({
        "success": false,
        "data": {"error_code": "BUSY", "error_type": "ai_provider", "retry": "soon"},
        "error": "It is busy",
        "meta": {"version": "response-v2"},
    });
    for service in SERVICES {
        let envelope = service(&answer.to_string());
        envelope_client::check(envelope.as_str()).unwrap();
        assert!(envelope.as_str().contains("soon"), "{envelope}");
    }
}

#[test]
fn unknown_advice_beside_a_detail_with_its_key() {
    let answer = json!({
        "schema_id": "dotbot-mcp-response@1", "tool": "t", "version": "1.0.0", "status": "error", "summary": "s", "data": {},
        "warnings": [], "errors": [{"code": "PAYMENT_FAILED", "message": "m", "details": {"retry": false}}],
        "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 1, "source": "s"},
    });
    let envelope = service::response_v2(&answer.to_string());
    let details = envelope.to_value().unwrap()["data"]["details"].clone();
    assert_eq!(details, json!({"retry": "unknown", "detail_retry": false}));
    let failure = read::<()>(envelope.as_str()).unwrap().outcome.unwrap_err();
    assert_eq!(failure.retry(), Retry::Unknown);
}

/// Other contracts allow a code with any error type, but response-v2 does not.
#[test]
fn a_code_with_another_error_type() {
    let problem = json!({"type": "https://a.example/probs/unauthorized", "title": "No", "status": 403, "detail": "d"});
    let structure = json!({"code": "NOT_FOUND", "message": "m", "category": "conflict"});
    let result = json!({"content": [{"type": "text", "text": "Error: m"}], "structuredContent": structure, "isError": true});
    for answer in [problem, result] {
        for service in SERVICES {
            let envelope = service(&answer.to_string());
            envelope_client::check(envelope.as_str()).unwrap();
            assert!(!envelope_client::forward(envelope.into_string()).unwrap().is_success());
        }
    }
}

#[test]
fn the_time_of_a_retry_beside_a_rate_limit() {
    let answer = json!({
        "content": [{"type": "text", "text": "Error: m\n(CONFLICT, retry after 2027-01-02T03:04:05Z)"}],
        "isError": true,
        "_meta": {"rate_limit": {"limit": 5, "remaining": 0, "reset_at": "2027-01-02T03:04:05Z"}},
    });
    let envelope = service::response_v2(&answer.to_string()).to_value().unwrap();
    assert_eq!(envelope["meta"]["rate_limit"], answer["_meta"]["rate_limit"]);
}

/// In dotbot, unknown keys of a warning move to its details.
#[test]
fn further_keys_of_a_warning_in_dotbot() {
    let answer = json!({
        "success": false,
        "data": {"error_code": "CONFLICT", "error_type": "conflict"},
        "error": "It failed",
        "meta": {"version": "response-v2", "warning_details": [
            {"code": "STALE", "severity": "info", "message": "m", "context": {"since": 1}, "since": "noon"},
        ]},
    });
    let envelope = service::dotbot(&answer.to_string()).to_value().unwrap();
    let details = json!({"since": 1, "severity": "info", "warning_since": "noon"});
    assert_eq!(envelope["warnings"][0]["details"], details);
}

/// A result with `isError` is a failure, even if its content is a success.
#[test]
fn a_success_in_a_result_that_is_an_error() {
    let success =
        json!({"success": true, "data": {}, "error": null, "meta": {"version": "response-v2"}});
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    for result in [
        json!({"content": text("Error: No permission"), "structuredContent": success, "isError": true}),
        json!({"content": text(&success.to_string()), "isError": true}),
    ] {
        let result = result.to_string();
        assert!(read::<()>(&result).unwrap().outcome.is_err(), "{result}");
        assert!(!envelope_client::forward(result.clone()).unwrap().is_success(), "{result}");
        assert!(SERVICES.iter().all(|service| !service(&result).is_success()), "{result}");
    }
}

/// The further errors of a dotbot tool become warnings.
#[test]
fn further_errors_of_dotbot() {
    use envelope_runtime::dotbot::{Issue, Reply};

    #[envelope_tool(dialect = "dotbot-mcp-response@1")]
    fn repair() -> Result<Reply<()>, ToolFailure> {
        Ok(Reply::new("Repaired nothing.", ())
            .error(Issue::new("IO_ERROR", "Cannot write a.md").path("a.md"))
            .error(Issue::new("IO_ERROR", "Cannot write b.md").path("b.md").detail("n", 1)))
    }

    let envelope = service::response_v2(repair().as_str()).to_value().unwrap();
    assert_eq!(envelope["error"], "Cannot write a.md");
    assert_eq!(envelope["data"]["details"], json!({"path": "a.md"}));
    assert_eq!(
        envelope["meta"]["warning_details"],
        json!([{
            "code": "IO_ERROR",
            "severity": "error",
            "message": "Cannot write b.md",
            "context": {"n": 1, "path": "b.md"},
        }])
    );
}

/// An issue whose code is not text keeps its message and its other keys.
#[test]
fn an_odd_further_error_of_dotbot() {
    let answer = json!({
        "schema_id": "dotbot-mcp-response@1", "tool": "t", "version": "1.0.0", "status": "error", "summary": "s", "data": {},
        "warnings": [],
        "errors": [{"code": "IO_ERROR", "message": "m"}, {"code": 5, "message": "n", "line": 1}],
        "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 1, "source": "s"},
    });
    let envelope = service::dotbot(&answer.to_string()).to_value().unwrap();
    assert_eq!(envelope["errors"], json!([{"code": "IO_ERROR", "message": "m"}]));
    let warning = &envelope["warnings"][0];
    assert_eq!((&warning["message"], &warning["details"]["line"]), (&json!("n"), &json!(1)));
}

/// The text of an unreadable answer is hidden from the caller.
#[test]
fn an_unreadable_answer() {
    let envelope = service::response_v2(r#"{"success":true,"secret":1}"#);
    assert_eq!(envelope.error_code(), Some("INTERNAL_ERROR"));
    assert!(!envelope.as_str().contains("secret") && !envelope.as_str().contains("/data"));
}

/// The duration of the other call is not passed on.
#[test]
fn the_duration_of_the_other_call_stays_there() {
    #[envelope_tool(dialect = "response-v2", telemetry)]
    fn timed(answer: &str) -> Result<(), SyncError> {
        read::<()>(answer)?.outcome?;
        Ok(())
    }

    let response_v2 = json!({
        "success": false,
        "data": {"error_code": "CONFLICT", "error_type": "conflict", "details": {"id": 1}},
        "error": "It is taken",
        "meta": {
            "version": "response-v2",
            "telemetry": {"duration_ms": 86_399_999, "downstream_calls": 3},
        },
    });
    let unreadable = json!({"duration_ms": "86399999 ms", "downstream_calls": 3});
    let mut worded = response_v2.clone();
    worded["meta"]["telemetry"] = unreadable;
    let mcp = json!({
        "content": [{"type": "text", "text": "Error: It is taken"}],
        "structuredContent": {
            "error_code": "CONFLICT", "message": "It is taken", "details": {"id": 1},
        },
        "isError": true,
        "_meta": {"telemetry": {"duration_ms": 86_399_999, "downstream_calls": 3}},
    });
    for answer in [response_v2, worded, mcp] {
        let answer = answer.to_string();
        for service in SERVICES {
            let envelope = service(&answer);
            assert!(!envelope.as_str().contains("86399999"), "{envelope}");
            assert_eq!(envelope.error_code(), Some("CONFLICT"));
            assert_eq!(envelope.error_type(), Some(ErrorType::Conflict));
            assert!(envelope.as_str().contains(r#""downstream_calls":3"#), "{envelope}");
        }
        let envelope = timed(&answer).to_value().unwrap();
        let telemetry = &envelope["meta"]["telemetry"];
        assert!(telemetry["duration_ms"].as_f64().unwrap() < 60_000.0, "{envelope}");
        assert_eq!(telemetry["downstream_calls"], 3);
        assert_eq!(envelope["data"]["details"], json!({"id": 1}));
    }
}

/// Codes of Code Scalpel stay the same, except `upgrade_required`, since the other server sends no hint.
#[test]
fn a_code_of_code_scalpel_stays_what_it_is() {
    let codes = [
        "invalid_argument",
        "invalid_path",
        "forbidden",
        "not_found",
        "timeout",
        "too_large",
        "resource_exhausted",
        "not_implemented",
        "upgrade_required",
        "dependency_unavailable",
        "correction_needed",
        "internal_error",
    ];
    for code in codes {
        let answer = json!({
            "tier": "community", "tool_version": "1.0.0", "tool_id": "scan", "request_id": "r",
            "capabilities": ["envelope-v1"], "duration_ms": 27,
            "error": {"error": "It failed", "error_code": code, "error_details": {"id": 1}},
            "upgrade_hints": [],
            "data": null,
        });
        let envelope = service::code_scalpel(&answer.to_string()).to_value().unwrap();
        // Without a hint, `upgrade_required` would break the contract.
        let expected = if code == "upgrade_required" { "not_implemented" } else { code };
        assert_eq!(envelope["error"]["error_code"], expected);
        assert_eq!(envelope["error"]["error_details"], answer["error"]["error_details"]);
        assert_eq!((&envelope["upgrade_hints"], &envelope["data"]), (&json!([]), &Value::Null));
    }
    let own = ToolFailure::new(ErrorCode::UpgradeRequired, "Not in this tier");
    let envelope = upstream::code_scalpel(own).to_value().unwrap();
    assert_eq!(envelope["error"]["error_code"], "not_implemented");
}

#[test]
fn dotbot_passes_its_first_error_on() {
    let answer = json!({
        "schema_id": "dotbot-mcp-response@1",
        "tool": "projects.repair",
        "version": "3.0.0",
        "status": "error",
        "summary": "Repaired 1 of 3 files.",
        "data": {"repaired": ["a.md"], "retry_after_seconds": 30},
        "warnings": [
            // Plain messages, which have the code `WARNING`, come first.
            {"code": "WARNING", "message": "Slow"},
            {"code": "FRONTMATTER_MISSING", "message": "No frontmatter", "path": "c.md"},
            {
                "code": "STALE",
                "message": "Old",
                "details": {"severity": "critical", "path": "no path"},
                "since": "noon",
            },
        ],
        "errors": [
            {
                "code": "IO_ERROR",
                "message": "Cannot write a.md",
                "path": "a.md",
                "details": {"remediation": "Free some space", "n": 1},
                "errno": 28,
            },
            {"code": "IO_ERROR", "message": "Cannot write b.md", "path": "b.md", "details": {"severity": "info"}},
            {"code": "IO_ERROR", "message": "Cannot write b.md", "path": "c.md"},
        ],
        "audit": {"timestamp": "2026-01-02T13:57:00Z", "duration_ms": 45, "source": "src/list.rs"},
    });
    let envelope = service::dotbot(&answer.to_string());
    let passed_on = envelope.to_value().unwrap();
    for key in ["status", "summary"] {
        assert_eq!(passed_on[key], answer[key], "{key}");
    }
    assert_eq!(envelope.error_code(), Some("IO_ERROR"));
    let [error] = &passed_on["errors"].as_array().unwrap()[..] else { panic!("{passed_on}") };
    assert_eq!((&error["message"], &error["path"]), (&json!("Cannot write a.md"), &json!("a.md")));
    assert_eq!(error["details"]["remediation"], "Free some space");
    let messages: Vec<_> = passed_on["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| &warning["message"])
        .collect();
    assert_eq!(
        messages,
        ["Slow", "No frontmatter", "Old", "Cannot write b.md", "Cannot write b.md"]
    );

    let envelope = envelope_client::forward(answer.to_string()).unwrap();
    assert_eq!(envelope.as_str(), answer.to_string());
    let envelope = service::response_v2(envelope.as_str()).to_value().unwrap();
    assert_eq!(envelope["data"]["repaired"], json!(["a.md"]));
    assert_eq!(envelope["data"]["details"], json!({"n": 1, "path": "a.md"}));
}

/// A failure from a contract's own `Response` converts, too.
#[test]
fn the_failure_of_one_dialect() {
    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn service(answer: &str) -> Result<u8, ToolFailure> {
        let response = envelope_client::response_v2::Response::<Value>::read(answer)?;
        let success = response.into_result()?;
        Ok(success.meta.warnings.len().try_into().unwrap_or(u8::MAX))
    }

    let answer = upstream::response_v2(full());
    assert_eq!(service(answer.as_str()).error_code(), Some("RESOURCE_EXHAUSTED"));
    let failure = read::<()>(answer.as_str()).unwrap().outcome.unwrap_err();
    let error: Box<dyn std::error::Error> = failure.clone().into();
    assert_eq!(error.to_string(), "The quota is used up: \"é\"\t🦀");
    let shown = format!("{failure:?}");
    assert!(shown.starts_with("Failure {") && shown.contains("The quota is used up"), "{shown}");
    assert_eq!(failure.failure().report().code(), "RESOURCE_EXHAUSTED");
}

/// A fraction stays a number, even if `serde_json` represents it as an object because of its feature `arbitrary_precision`.
#[test]
fn a_fraction_is_a_number() {
    #[derive(Deserialize)]
    struct Weather {
        celsius: f64,
    }

    let text = r#"{"success":true,"data":{"celsius":21.50},"error":null,"meta":{"version":"response-v2"}}"#;
    envelope_client::check(text).unwrap();
    assert_eq!(read::<Weather>(text).unwrap().outcome.unwrap().celsius, 21.5);
    for (dialect, upstream) in UPSTREAM {
        let ratio = RawValue::from_string("1.50".to_owned()).unwrap();
        let answer = upstream(ToolFailure::conflict("Taken").detail("ratio", ratio));
        envelope_client::check(answer.as_str())
            .unwrap_or_else(|report| panic!("{dialect}: {report}"));
        for service in SERVICES {
            let passed_on = service(answer.as_str());
            assert!(passed_on.as_str().contains("1.5"), "{dialect}: {passed_on}");
            assert!(!passed_on.as_str().contains("private"), "{dialect}: {passed_on}");
        }
    }
}
