//! An error enum with a variant for each error type, compared with hand-written envelopes of every dialect.

use std::collections::BTreeMap;

use crate::support::wire;
use envelope_runtime::{Envelope, ToolError, ToolFailure, Warning, WarningCode, envelope_tool};
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, thiserror::Error, ToolError)]
enum AnyError {
    #[error("The name is empty")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Give a name")]
    Validation,

    #[error("The token has expired")]
    #[tool_error(code = "UNAUTHORIZED", remediation = "Sign in again")]
    Authentication,

    #[error("Only the owner may do this")]
    #[tool_error(code = "FORBIDDEN")]
    Authorization,

    #[error("There is no spec 'x'")]
    #[tool_error(code = "SPEC_NOT_FOUND", remediation = "List the specs")]
    NotFound {
        #[tool_error(detail)]
        spec_id: &'static str,
    },

    #[error("The spec is locked")]
    #[tool_error(code = "SPEC_LOCKED", error_type = "conflict")]
    Conflict {
        #[tool_error(path)]
        path: &'static str,
    },

    #[error("Too many requests")]
    #[tool_error(code = "RATE_LIMIT_EXCEEDED", remediation = "Wait {wait} seconds")]
    RateLimit {
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },

    #[error("Search is not enabled")]
    #[tool_error(code = "FEATURE_DISABLED")]
    FeatureFlag,

    #[error("the pool is poisoned")]
    #[tool_error(code = "INTERNAL_ERROR")]
    Internal,

    #[error("The index is being rebuilt")]
    #[tool_error(code = "UNAVAILABLE")]
    Unavailable,
}

#[envelope_tool(dialect = "response-v2")]
fn response_v2(error: AnyError) -> Result<(), AnyError> {
    Err(error)
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
fn dotbot(error: AnyError) -> Result<(), AnyError> {
    Err(error)
}

#[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
fn mcp_2025(error: AnyError) -> Result<(), AnyError> {
    Err(error)
}

#[envelope_tool(dialect = "mcp-2026-07-28")]
fn mcp_2026(error: AnyError) -> Result<(), AnyError> {
    Err(error)
}

#[envelope_tool(dialect = "code-scalpel-v1", tier = "community", request_id = "req_1")]
fn code_scalpel(error: AnyError) -> Result<(), AnyError> {
    Err(error)
}

#[envelope_tool(dialect = "rfc9457")]
fn rfc9457(error: AnyError) -> Result<(), AnyError> {
    Err(error)
}

/// The answer that each dialect must write.
struct Expected {
    error: AnyError,
    error_type: &'static str,
    message: &'static str,
    /// `data` of response-v2.
    response_v2: Value,
    /// The error of dotbot.
    dotbot: Value,
    /// `structuredContent` of MCP.
    mcp: Value,
    /// The text of MCP.
    text: &'static str,
    /// `error_code` and `error_details` of Code Scalpel, and its `data`.
    code_scalpel: (&'static str, Value, Value),
    /// The problem of RFC 9457, without its `type` and `detail`.
    rfc9457: Value,
}

fn expectations() -> Vec<Expected> {
    vec![
        Expected {
            error: AnyError::Validation,
            error_type: "validation",
            message: "The name is empty",
            response_v2: json!({"error_code": "VALIDATION_ERROR", "error_type": "validation", "remediation": "Give a name"}),
            dotbot: json!({"code": "VALIDATION_ERROR", "message": "The name is empty", "details": {"remediation": "Give a name"}}),
            mcp: json!({"error_code": "VALIDATION_ERROR", "error_type": "validation", "message": "The name is empty", "remediation": "Give a name", "retry": {"worthwhile": false, "advice": "after_fix"}}),
            text: "Error: The name is empty\n(VALIDATION_ERROR, retry after fixing the input)\nGive a name",
            code_scalpel: ("invalid_argument", json!({"remediation": "Give a name"}), Value::Null),
            rfc9457: json!({"title": "Bad Request", "status": 400, "code": "VALIDATION_ERROR", "category": "validation", "retryable": false, "remediation": "Give a name"}),
        },
        Expected {
            error: AnyError::Authentication,
            error_type: "authentication",
            message: "The token has expired",
            response_v2: json!({"error_code": "UNAUTHORIZED", "error_type": "authentication", "remediation": "Sign in again"}),
            dotbot: json!({"code": "UNAUTHORIZED", "message": "The token has expired", "details": {"remediation": "Sign in again"}}),
            mcp: json!({"error_code": "UNAUTHORIZED", "error_type": "authentication", "message": "The token has expired", "remediation": "Sign in again", "retry": {"worthwhile": false, "advice": "after_authentication"}}),
            text: "Error: The token has expired\n(UNAUTHORIZED, retry after authenticating)\nSign in again",
            code_scalpel: ("forbidden", json!({"remediation": "Sign in again"}), Value::Null),
            rfc9457: json!({"title": "Unauthorized", "status": 401, "code": "UNAUTHORIZED", "category": "authentication", "retryable": false, "remediation": "Sign in again"}),
        },
        Expected {
            error: AnyError::Authorization,
            error_type: "authorization",
            message: "Only the owner may do this",
            response_v2: json!({"error_code": "FORBIDDEN", "error_type": "authorization"}),
            dotbot: json!({"code": "FORBIDDEN", "message": "Only the owner may do this"}),
            mcp: json!({"error_code": "FORBIDDEN", "error_type": "authorization", "message": "Only the owner may do this", "retry": {"worthwhile": false, "advice": "never"}}),
            text: "Error: Only the owner may do this\n(FORBIDDEN, do not retry)",
            code_scalpel: ("forbidden", Value::Null, Value::Null),
            rfc9457: json!({"title": "Forbidden", "status": 403, "code": "FORBIDDEN", "category": "authorization", "retryable": false}),
        },
        Expected {
            error: AnyError::NotFound { spec_id: "x" },
            error_type: "not_found",
            message: "There is no spec 'x'",
            response_v2: json!({"error_code": "SPEC_NOT_FOUND", "error_type": "not_found", "remediation": "List the specs", "details": {"spec_id": "x"}}),
            dotbot: json!({"code": "SPEC_NOT_FOUND", "message": "There is no spec 'x'", "details": {"remediation": "List the specs", "spec_id": "x"}}),
            mcp: json!({"error_code": "SPEC_NOT_FOUND", "error_type": "not_found", "message": "There is no spec 'x'", "remediation": "List the specs", "retry": {"worthwhile": false, "advice": "never"}, "details": {"spec_id": "x"}}),
            text: "Error: There is no spec 'x'\n(SPEC_NOT_FOUND, do not retry)\nList the specs",
            code_scalpel: (
                "not_found",
                json!({"remediation": "List the specs", "spec_id": "x"}),
                Value::Null,
            ),
            rfc9457: json!({"title": "Not Found", "status": 404, "code": "SPEC_NOT_FOUND", "category": "not_found", "retryable": false, "remediation": "List the specs", "details": {"spec_id": "x"}}),
        },
        Expected {
            error: AnyError::Conflict { path: "specs/x.json" },
            error_type: "conflict",
            message: "The spec is locked",
            response_v2: json!({"error_code": "SPEC_LOCKED", "error_type": "conflict", "details": {"path": "specs/x.json"}}),
            dotbot: json!({"code": "SPEC_LOCKED", "message": "The spec is locked", "path": "specs/x.json"}),
            mcp: json!({"error_code": "SPEC_LOCKED", "error_type": "conflict", "message": "The spec is locked", "retry": {"worthwhile": null, "advice": "after_check"}, "details": {"path": "specs/x.json"}}),
            text: "Error: The spec is locked\n(SPEC_LOCKED, retry after checking the state)",
            code_scalpel: ("correction_needed", json!({"path": "specs/x.json"}), Value::Null),
            rfc9457: json!({"title": "Conflict", "status": 409, "code": "SPEC_LOCKED", "category": "conflict", "details": {"path": "specs/x.json"}}),
        },
        Expected {
            error: AnyError::RateLimit { wait: 45 },
            error_type: "rate_limit",
            message: "Too many requests",
            response_v2: json!({"error_code": "RATE_LIMIT_EXCEEDED", "error_type": "rate_limit", "remediation": "Wait 45 seconds", "retry_after_seconds": 45}),
            dotbot: json!({"code": "RATE_LIMIT_EXCEEDED", "message": "Too many requests", "details": {"remediation": "Wait 45 seconds", "retry_after_seconds": 45}}),
            mcp: json!({"error_code": "RATE_LIMIT_EXCEEDED", "error_type": "rate_limit", "message": "Too many requests", "remediation": "Wait 45 seconds", "retry": {"worthwhile": true, "advice": "after_delay"}, "retry_after_seconds": 45}),
            text: "Error: Too many requests\n(RATE_LIMIT_EXCEEDED, retry after 45 s)\nWait 45 seconds",
            code_scalpel: (
                "resource_exhausted",
                json!({"remediation": "Wait 45 seconds"}),
                json!({"retry_after_seconds": 45}),
            ),
            rfc9457: json!({"title": "Too Many Requests", "status": 429, "code": "RATE_LIMIT_EXCEEDED", "category": "rate_limit", "retryable": true, "retry_after": 45, "remediation": "Wait 45 seconds"}),
        },
        Expected {
            error: AnyError::FeatureFlag,
            error_type: "feature_flag",
            message: "Search is not enabled",
            response_v2: json!({"error_code": "FEATURE_DISABLED", "error_type": "feature_flag"}),
            dotbot: json!({"code": "FEATURE_DISABLED", "message": "Search is not enabled"}),
            mcp: json!({"error_code": "FEATURE_DISABLED", "error_type": "feature_flag", "message": "Search is not enabled", "retry": {"worthwhile": false, "advice": "after_enabling"}}),
            text: "Error: Search is not enabled\n(FEATURE_DISABLED, retry after the feature is enabled)",
            code_scalpel: ("not_implemented", Value::Null, Value::Null),
            rfc9457: json!({"title": "Forbidden", "status": 403, "code": "FEATURE_DISABLED", "category": "feature_flag", "retryable": false}),
        },
        Expected {
            error: AnyError::Internal,
            error_type: "internal",
            message: "An internal error occurred",
            response_v2: json!({"error_code": "INTERNAL_ERROR", "error_type": "internal", "remediation": "Retry once, then report it"}),
            dotbot: json!({"code": "INTERNAL_ERROR", "message": "An internal error occurred", "details": {"remediation": "Retry once, then report it"}}),
            mcp: json!({"error_code": "INTERNAL_ERROR", "error_type": "internal", "message": "An internal error occurred", "remediation": "Retry once, then report it", "retry": {"worthwhile": true, "advice": "once"}}),
            text: "Error: An internal error occurred\n(INTERNAL_ERROR, retry once, then report it)",
            code_scalpel: (
                "internal_error",
                json!({"remediation": "Retry once, then report it"}),
                Value::Null,
            ),
            rfc9457: json!({"title": "Internal Server Error", "status": 500, "code": "INTERNAL_ERROR", "category": "internal", "retryable": true, "remediation": "Retry once, then report it"}),
        },
        Expected {
            error: AnyError::Unavailable,
            error_type: "unavailable",
            message: "The index is being rebuilt",
            response_v2: json!({"error_code": "UNAVAILABLE", "error_type": "unavailable"}),
            dotbot: json!({"code": "UNAVAILABLE", "message": "The index is being rebuilt"}),
            mcp: json!({"error_code": "UNAVAILABLE", "error_type": "unavailable", "message": "The index is being rebuilt", "retry": {"worthwhile": true, "advice": "backoff"}}),
            text: "Error: The index is being rebuilt\n(UNAVAILABLE, retry with backoff, at most 3 times)",
            code_scalpel: ("dependency_unavailable", Value::Null, Value::Null),
            rfc9457: json!({"title": "Service Unavailable", "status": 503, "code": "UNAVAILABLE", "category": "unavailable", "retryable": true}),
        },
    ]
}

#[track_caller]
fn failed(envelope: Envelope, error_type: &str) -> Value {
    assert!(!envelope.is_success());
    assert_eq!(envelope.error_type().map(|error_type| error_type.as_str()), Some(error_type));
    wire(envelope)
}

#[test]
fn one_error_enum_serves_every_dialect() {
    for expected in expectations() {
        let Expected { error, error_type, message, .. } = expected;

        let response = failed(response_v2(error), error_type);
        assert_eq!(response["data"], expected.response_v2);
        assert_eq!(response["error"], message);

        let dotbot = failed(dotbot(error), error_type);
        assert_eq!(dotbot["errors"], json!([expected.dotbot]));
        assert_eq!((&dotbot["status"], &dotbot["data"]), (&json!("error"), &json!({})));
        assert_eq!(dotbot["summary"], message);

        let content = json!([{"type": "text", "text": expected.text}]);
        assert_eq!(
            failed(mcp_2025(error), error_type),
            json!({"content": content, "structuredContent": expected.mcp, "isError": true})
        );
        assert_eq!(
            failed(mcp_2026(error), error_type),
            json!({"resultType": "complete", "content": content, "isError": true})
        );

        let mut problem = failed(rfc9457(error), error_type);
        let members = problem.as_object_mut().unwrap();
        assert_eq!(members.remove("type"), Some(json!("about:blank")));
        assert_eq!(members.remove("detail"), Some(json!(message)));
        assert_eq!(problem, expected.rfc9457);

        let mut scalpel = failed(code_scalpel(error), error_type);
        let (code, details, data) = expected.code_scalpel;
        // Here, the message of an internal error names the request id.
        let message = match error {
            AnyError::Internal => "An internal error occurred (request req_1)",
            _ => message,
        };
        assert!(scalpel["duration_ms"].is_u64());
        scalpel["duration_ms"].take();
        assert_eq!(
            scalpel,
            json!({
                "tier": "community",
                "tool_version": env!("CARGO_PKG_VERSION"),
                "tool_id": "code_scalpel",
                "request_id": "req_1",
                "capabilities": ["envelope-v1"],
                "duration_ms": null,
                "error": {"error": message, "error_code": code, "error_details": details},
                "upgrade_hints": [],
                "data": data
            })
        );
    }
}

/// Every standard code comes from a contract, from a server that follows a contract, or from this crate.
#[test]
fn every_standard_code_has_a_source() {
    let mut sources = BTreeMap::<&str, usize>::new();
    for code in envelope_contracts::CODES {
        *sources.entry(code.source).or_default() += 1;
    }
    assert_eq!(
        sources,
        BTreeMap::from([
            ("response-v2", 14),
            ("the user guide of response-v2", 3),
            ("dotbot-mcp-response@1", 14),
            ("code-scalpel-v1", 9),
            ("envelope-runtime", 3),
            ("Foundry MCP 0.16.0", 41),
            ("dotbot 4.0.3", 3),
        ])
    );
}

/// Every dialect sends the tier that a feature needs.
#[test]
fn every_dialect_keeps_upgrades() {
    #[derive(Debug, ToolError)]
    #[tool_error(
        code = "UPGRADE_REQUIRED",
        message = "Not in this tier",
        upgrade(feature = "taint", tier = "pro", reason = "why")
    )]
    struct Upgrade;

    #[envelope_tool(dialect = "response-v2")]
    fn response() -> Result<(), Upgrade> {
        Err(Upgrade)
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn dotbot() -> Result<(), Upgrade> {
        Err(Upgrade)
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn mcp() -> Result<(), Upgrade> {
        Err(Upgrade)
    }

    #[envelope_tool(dialect = "rfc9457")]
    fn rfc9457() -> Result<(), Upgrade> {
        Err(Upgrade)
    }

    let upgrades = json!([{"feature": "taint", "tier": "pro", "reason": "why"}]);
    assert_eq!(wire(rfc9457())["upgrades"], upgrades);
    assert_eq!(wire(response())["data"]["details"]["upgrades"], upgrades);
    assert_eq!(wire(dotbot())["errors"][0]["details"]["upgrades"], upgrades);
    assert_eq!(wire(mcp())["structuredContent"]["upgrades"], upgrades);
}

/// Every dialect sends the warnings of a failure, from a field and from a builder.
#[test]
fn every_dialect_keeps_the_warnings_of_a_failure() {
    #[derive(Debug, thiserror::Error, ToolError)]
    #[error("The index is down")]
    #[tool_error(code = "UNAVAILABLE")]
    struct Down {
        #[tool_error(warnings)]
        messages: Vec<String>,
        #[tool_error(warnings)]
        detail: Option<Warning>,
    }

    fn down() -> Down {
        let detail = Warning::new(WarningCode::StaleCache, "The cache is old").context("hours", 2);
        Down { messages: vec!["One shard is missing".to_owned()], detail: Some(detail) }
    }

    fn built() -> ToolFailure {
        let Down { messages, detail } = down();
        ToolFailure::unavailable("The index is down").warning(messages).warning(detail)
    }

    macro_rules! tools {
        ($name:ident: $($arguments:tt)*) => {{
            #[envelope_tool($($arguments)*)]
            fn derived() -> Result<(), Down> {
                Err(down())
            }

            #[envelope_tool($($arguments)*)]
            fn erased() -> Result<(), ToolFailure> {
                Err(built())
            }

            [wire(derived()), wire(erased())]
        }};
    }

    let detail = json!({
        "code": "STALE_CACHE",
        "severity": "warning",
        "message": "The cache is old",
        "context": {"hours": 2}
    });
    let warnings = json!([{"message": "One shard is missing"}, detail]);
    for envelope in tools!(response_v2: dialect = "response-v2") {
        let meta = json!({
            "version": "response-v2",
            "warnings": ["One shard is missing", "The cache is old"],
            "warning_details": [detail]
        });
        assert_eq!(envelope["meta"], meta);
    }
    for envelope in tools!(dotbot: dialect = "dotbot-mcp-response@1", summary("Done.")) {
        let issues = json!([
            {"code": "WARNING", "message": "One shard is missing"},
            {
                "code": "STALE_CACHE",
                "message": "The cache is old",
                "details": {"hours": 2, "severity": "warning"}
            }
        ]);
        assert_eq!((&envelope["status"], &envelope["warnings"]), (&json!("error"), &issues));
    }
    for envelope in tools!(mcp_2025: dialect = "mcp-2025-11-25") {
        assert_eq!(envelope["_meta"], json!({"warnings": warnings}));
    }
    for envelope in tools!(mcp_2026: dialect = "mcp-2026-07-28") {
        assert_eq!(envelope["_meta"], json!({"warnings": warnings}));
    }
    for envelope in tools!(code_scalpel: dialect = "code-scalpel-v1", tier = "pro") {
        assert_eq!(envelope["error"]["error_details"], json!({"warnings": warnings}));
    }
    for envelope in tools!(rfc9457: dialect = "rfc9457") {
        assert_eq!(envelope["warnings"], warnings);
    }
}

/// A detail or data named `remediation` does not replace the contract's own key.
#[test]
fn details_do_not_take_the_place_of_a_contracts_keys() {
    fn fail() -> ToolFailure {
        ToolFailure::conflict("m").detail("remediation", "d").data("remediation", "x")
    }

    #[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
    fn dotbot() -> Result<(), ToolFailure> {
        Err(fail())
    }

    #[envelope_tool(dialect = "code-scalpel-v1", tier = "pro")]
    fn code_scalpel() -> Result<(), ToolFailure> {
        Err(fail())
    }

    #[envelope_tool(dialect = "mcp-2025-11-25", structured_errors)]
    fn mcp() -> Result<(), ToolFailure> {
        Err(fail())
    }

    let details = json!({"detail_remediation": "d", "data_remediation": "x"});
    assert_eq!(wire(dotbot())["errors"][0]["details"], details);
    assert_eq!(wire(code_scalpel())["error"]["error_details"], json!({"detail_remediation": "d"}));
    let structured = &wire(mcp())["structuredContent"];
    assert_eq!(structured["remediation"], Value::Null);
    assert_eq!(structured["data_remediation"], "x");
    assert_eq!(structured["details"], json!({"remediation": "d"}));

    #[envelope_tool(dialect = "rfc9457")]
    fn rfc9457() -> Result<(), ToolFailure> {
        Err(fail())
    }

    let problem = wire(rfc9457());
    assert_eq!(problem["remediation"], Value::Null);
    assert_eq!(problem["data_remediation"], "x");
    assert_eq!(problem["details"], json!({"remediation": "d"}));
}
