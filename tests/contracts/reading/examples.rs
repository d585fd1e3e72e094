//! Reads every example of the contract documents. For an incomplete one, the error names the missing part.

use envelope_client::{ReadError, code_scalpel, dotbot, mcp, response_v2};
use envelope_runtime::ToolError;
use envelope_runtime::dotbot::{Health, Host};
use envelope_runtime::response_v2::ContentFidelity;
use envelope_runtime::{ErrorType, Severity, Tier, WarningCode};
use serde_json::{Value, json};

fn response_v2(envelope: &Value) -> response_v2::Response<Value> {
    serde_json::from_value(envelope.clone()).unwrap()
}

fn data_and_meta(envelope: &Value) -> (Value, response_v2::Meta) {
    let success = response_v2(envelope).into_result().unwrap();
    assert!(success.extra.is_empty());
    (success.data, success.meta)
}

/// Returns the error of a malformed envelope. `Response::read` and serde return the same error.
fn problem<M: envelope_client::Metadata>(envelope: &Value) -> String
where
    envelope_client::Response<Value, M>: std::fmt::Debug,
{
    let text = envelope.to_string();
    let error: ReadError = envelope_client::Response::<Value, M>::read(&text).unwrap_err();
    let through_serde =
        serde_json::from_value::<envelope_client::Response<Value, M>>(envelope.clone());
    assert_eq!(through_serde.unwrap_err().to_string(), error.to_string());
    assert!(error.to_string().contains(&error.pointer));
    error.to_string()
}

fn problem_of_v2(envelope: &Value) -> String {
    problem::<response_v2::Meta>(envelope)
}

#[test]
fn response_v2_content_fidelity() {
    let (data, meta) = data_and_meta(&json!({
        "success": true,
        "data": {
            "research_id": "research-001",
            "findings": [
                {"id": "finding-001", "title": "Primary result", "content": "..."},
                {"id": "finding-002", "title": "Secondary result", "content": "..."},
            ],
            "total_findings": 5,
        },
        "error": null,
        "meta": {
            "version": "response-v2",
            "content_fidelity_schema_version": "1.0",
            "content_fidelity": "partial",
            "dropped_content_ids": ["finding-003", "finding-004", "finding-005"],
            "content_archive_hashes": {"findings-archive": "sha256:e3b0c44298fc1c149afbf4c8996fb924..."},
            "warnings": ["3 findings omitted due to token limits"],
        },
    }));
    assert_eq!(data["total_findings"], 5);
    assert_eq!(meta.content_fidelity, Some(ContentFidelity::Partial));
    assert_eq!(meta.content_fidelity_schema_version.as_deref(), Some("1.0"));
    assert_eq!(meta.dropped_content_ids, ["finding-003", "finding-004", "finding-005"]);
    assert_eq!(
        meta.content_archive_hashes["findings-archive"],
        "sha256:e3b0c44298fc1c149afbf4c8996fb924..."
    );
    assert_eq!(meta.warnings, ["3 findings omitted due to token limits"]);
    assert!(meta.extra.is_empty());
}

#[test]
fn response_v2_warning_details() {
    let (_, meta) = data_and_meta(&json!({
        "success": true,
        "data": {"results": []},
        "error": null,
        "meta": {
            "version": "response-v2",
            "warnings": ["3 sources failed to respond", "Cache data is 2 hours old"],
            "warning_details": [
                {
                    "code": "PARTIAL_FAILURE",
                    "severity": "warning",
                    "message": "3 sources failed to respond",
                    "context": {
                        "failed_sources": ["source-a", "source-b", "source-c"],
                        "successful_sources": 7,
                        "total_sources": 10,
                    },
                },
                {
                    "code": "STALE_CACHE",
                    "severity": "warning",
                    "message": "Cache data is 2 hours old",
                    "context": {"cache_age_seconds": 7200, "max_freshness_seconds": 3600},
                },
            ],
        },
    }));
    let [partial, stale] = &meta.warning_details[..] else { panic!("{meta:?}") };
    assert_eq!(partial.code, Some(WarningCode::PartialFailure));
    assert_eq!(partial.severity, Some(Severity::Warning));
    assert_eq!(partial.context["successful_sources"], 7);
    assert_eq!(stale.code, Some(WarningCode::StaleCache));
    assert_eq!(stale.message, "Cache data is 2 hours old");
    assert_eq!(meta.warnings.len(), 2);
}

#[test]
fn response_v2_metadata() {
    let (_, meta) = data_and_meta(&json!({
        "success": true,
        "data": {},
        "error": null,
        "meta": {
            "version": "response-v2",
            "request_id": "req_abc123",
            "warnings": ["Deprecated field used"],
            "pagination": {
                "cursor": "eyJvZmZzZXQiOjIwfQ==", "has_more": true, "total_count": 150, "page_size": 20,
            },
            "rate_limit": {"limit": 100, "remaining": 95, "reset_at": "2025-12-04T12:00:00Z"},
            "telemetry": {"duration_ms": 45, "cache_hit": true},
        },
    }));
    assert_eq!(meta.request_id.unwrap().as_str(), "req_abc123");
    let pagination = meta.pagination.unwrap();
    assert_eq!(pagination.cursor.as_deref(), Some("eyJvZmZzZXQiOjIwfQ=="));
    assert_eq!((pagination.has_more, pagination.has_next()), (Some(true), true));
    assert_eq!((pagination.total_count, pagination.page_size), (Some(150), Some(20)));
    let rate_limit = meta.rate_limit.unwrap();
    assert_eq!((rate_limit.limit, rate_limit.remaining), (Some(100), Some(95)));
    assert_eq!(rate_limit.reset_at.as_deref(), Some("2025-12-04T12:00:00Z"));
    let telemetry = meta.telemetry.unwrap();
    assert_eq!(telemetry.duration_ms, Some(45.into()));
    assert_eq!(telemetry.cache_hit, Some(true));
}

#[test]
fn response_v2_successes() {
    let v2 = json!({"version": "response-v2"});
    for (data, meta) in [
        (json!({"tasks": [], "total_count": 0}), v2.clone()),
        (
            json!({"processed": 8, "failed": 2, "failures": [{"task_id": "task-003", "error": "Missing file"}]}),
            json!({"version": "response-v2", "warnings": ["2 tasks failed to process"]}),
        ),
        (
            json!({"task_id": "task-001", "status": "blocked", "blocker": "Waiting for API approval"}),
            json!({"version": "response-v2", "warnings": ["Task is blocked and cannot proceed"]}),
        ),
        (
            json!({
                "tasks": [
                    {"task_id": "task-001", "description": "Implement login", "status": "completed"},
                    {"task_id": "task-002", "description": "Implement logout", "status": "pending"},
                ],
                "total_count": 2,
            }),
            json!({"version": "response-v2", "request_id": "req_12345"}),
        ),
    ] {
        let envelope = json!({"success": true, "data": data, "error": null, "meta": meta});
        let (read, read_meta) = data_and_meta(&envelope);
        assert_eq!(read, data);
        assert_eq!(serde_json::to_value(read_meta).unwrap(), meta);
    }
}

#[test]
fn response_v2_failures() {
    for (data, error, request_id) in [
        (
            json!({
                "error_code": "VALIDATION_ERROR",
                "error_type": "validation",
                "remediation": "Provide a non-empty spec_id parameter",
                "details": {"field": "spec_id", "constraint": "required", "received": null},
            }),
            "Validation failed: spec_id is required",
            Some("req_xyz789"),
        ),
        (
            json!({
                "error_code": "VALIDATION_ERROR",
                "error_type": "validation",
                "remediation": "Spec ID must be non-empty and contain only alphanumeric characters and hyphens",
                "details": {
                    "field": "spec_id",
                    "constraint": "pattern",
                    "pattern": "^[a-z0-9-]+$",
                    "received": "Invalid Spec ID!",
                },
            }),
            "Validation failed: spec_id contains invalid characters",
            Some("req_67890"),
        ),
        (
            json!({
                "error_code": "NOT_FOUND",
                "error_type": "not_found",
                "remediation": "Check that the spec_id exists in specs/active/ or specs/pending/",
                "details": {"resource_type": "spec", "resource_id": "nonexistent-spec"},
            }),
            "Spec not found: nonexistent-spec",
            None,
        ),
    ] {
        let meta = json!({"version": "response-v2", "request_id": request_id});
        let envelope = json!({"success": false, "data": data, "error": error, "meta": meta});
        let failure = response_v2(&envelope).into_result().unwrap_err();
        assert_eq!(failure.to_string(), error);
        assert_eq!(failure.message, error);
        assert_eq!(&*failure.code(), data["error_code"]);
        assert_eq!(failure.sent_code.as_deref(), data["error_code"].as_str());
        assert_eq!(failure.error_type().as_str(), data["error_type"]);
        assert_eq!(failure.remediation.as_deref(), data["remediation"].as_str());
        let details = serde_json::to_value(failure.failure().report().details()).unwrap();
        assert_eq!(details, data["details"]);
        assert_eq!(failure.request_id.as_ref().map(|id| id.as_str()), request_id);
        assert_eq!(failure.data, json!({}));
        assert!(failure.retry_after().is_none());
    }
}

/// Examples that lack parts which the contract's own tables require.
#[test]
fn response_v2_incomplete_examples() {
    let pagination = json!({
        "success": true,
        "data": {"tasks": []},
        "meta": {"version": "response-v2", "pagination": {"cursor": "eyJvZmZzZXQiOjIwfQ==", "has_more": true}},
    });
    assert_eq!(
        problem_of_v2(&pagination),
        "at `/error`: expected null beside `success: true`, found nothing"
    );
    let failure = json!({"success": false, "error": "Spec not found: invalid-spec-id", "data": {}});
    assert_eq!(problem_of_v2(&failure), "at `/meta`: expected an object, found nothing");
    for fragment in [
        json!({"data": {}}),
        json!({"data": {"tasks": [], "total_count": 15, "filtered_count": 5}}),
        json!({"meta": {"version": "response-v2"}}),
    ] {
        assert_eq!(
            problem_of_v2(&fragment),
            "at `/success`: expected true or false, found nothing"
        );
    }
}

#[test]
fn response_v2_broken_envelopes() {
    let meta = json!({"version": "response-v2"});
    for (envelope, expected) in [
        (json!([]), "expected an object, found []"),
        (
            json!({"success": "yes", "data": {}, "error": null, "meta": meta}),
            r#"at `/success`: expected true or false, found "yes""#,
        ),
        (
            json!({"success": true, "data": [], "error": null, "meta": meta}),
            "at `/data`: expected an object, found []",
        ),
        (
            json!({"success": true, "data": {}, "error": "no", "meta": meta}),
            r#"at `/error`: expected null beside `success: true`, found "no""#,
        ),
        (
            json!({"success": false, "data": {}, "error": null, "meta": meta}),
            "at `/error`: expected the message beside `success: false`, found null",
        ),
        (
            json!({"success": true, "data": {}, "error": null, "meta": null}),
            "at `/meta`: expected an object, found null",
        ),
        (
            json!({"success": true, "data": {}, "error": null, "meta": {}}),
            r#"at `/meta/version`: expected "response-v2", found nothing"#,
        ),
        (
            json!({"success": true, "data": {}, "error": null, "meta": {"version": 2}}),
            r#"at `/meta/version`: expected "response-v2", found 2"#,
        ),
        (
            json!({"success": true, "data": {}, "error": null, "meta": {"version": "x".repeat(100)}}),
            &format!(r#"at `/meta/version`: expected "response-v2", found "{}…""#, "x".repeat(59)),
        ),
    ] {
        assert_eq!(problem_of_v2(&envelope), expected);
    }
}

#[test]
fn data_under_a_key() {
    let text =
        r#"{"success":true,"data":{"a/b":[1,2]},"error":null,"meta":{"version":"response-v2"}}"#;
    let success = response_v2::Response::<Vec<u8>>::under("a/b", text).unwrap();
    assert_eq!(success.into_result().unwrap().data, [1, 2]);
    let pointer = |key: &str| {
        let error = response_v2::Response::<u8>::under(key, text).unwrap_err();
        (error.pointer.clone(), error.to_string())
    };
    let (missing, message) = pointer("tasks");
    assert_eq!(missing, "/data/tasks");
    assert_eq!(message, "at `/data/tasks`: expected the data, found nothing");
    assert_eq!(pointer("a/b").0, "/data/a~1b");
}

#[test]
fn every_source_of_serde_json() {
    let value = json!({"success": true, "data": {"n": 1}, "error": null, "meta": {"version": "response-v2"}});
    let text = value.to_string();
    let responses: [response_v2::Response<Value>; 4] = [
        serde_json::from_str(&text).unwrap(),
        serde_json::from_slice(text.as_bytes()).unwrap(),
        serde_json::from_reader(text.as_bytes()).unwrap(),
        serde_json::from_value(value).unwrap(),
    ];
    for response in responses {
        assert!(response.outcome.is_ok());
        assert_eq!(response.outcome.as_ref().unwrap(), &json!({"n": 1}));
    }
    let yaml = "success: true\ndata: {n: 1}\nerror: null\nmeta: {version: response-v2}\n";
    let response: response_v2::Response<Value> = serde_yaml_ng::from_str(yaml).unwrap();
    assert_eq!(response.into_result().unwrap().data, json!({"n": 1}));
}

fn audit() -> Value {
    json!({
        "timestamp": "2026-01-02T13:57:00Z",
        "duration_ms": 45,
        "source": ".bot/mcp/tools/solution-structure/script.ps1",
        "host": "warp",
    })
}

fn dotbot_envelope() -> Value {
    json!({
        "schema_id": "dotbot-mcp-response@1",
        "tool": "solution.structure",
        "version": "1.0.0",
        "status": "ok",
        "summary": "Found 12 projects in Axiome solution.",
        "data": {
            "solution_root": "C:\\repos\\Axiome",
            "projects": [{"alias": "be", "name": "Axiome.Bot", "type": "dotnet-web"}],
        },
        "warnings": [],
        "errors": [],
        "audit": audit(),
    })
}

fn dotbot(envelope: Value) -> dotbot::Response<Value> {
    serde_json::from_value(envelope).unwrap()
}

#[test]
fn dotbot_success() {
    let success = dotbot(dotbot_envelope()).into_result().unwrap();
    assert_eq!(success.data, dotbot_envelope()["data"]);
    assert!(success.extra.is_empty());
    let meta = success.meta;
    assert_eq!((meta.tool.as_str(), meta.version.as_str()), ("solution.structure", "1.0.0"));
    assert_eq!(meta.status, Some(Health::Ok));
    assert_eq!(meta.summary, "Found 12 projects in Axiome solution.");
    assert_eq!(meta.audit.timestamp, "2026-01-02T13:57:00Z");
    assert_eq!(meta.audit.duration_ms, Some(45.into()));
    assert_eq!(meta.audit.source, ".bot/mcp/tools/solution-structure/script.ps1");
    assert_eq!(meta.audit.host, Some(Host::Warp));
    assert!(meta.audit.correlation_id.is_none() && meta.intent.is_none());
}

#[test]
fn dotbot_warnings() {
    let mut envelope = dotbot_envelope();
    envelope["status"] = json!("warning");
    envelope["data"] = json!({"standards": []});
    envelope["warnings"] = json!([{
        "code": "FRONTMATTER_MISSING",
        "message": "Standard file missing YAML frontmatter",
        "path": ".bot/standards/global/naming-conventions.md",
    }]);
    let success = dotbot(envelope).into_result().unwrap();
    assert_eq!(success.meta.status, Some(Health::Warning));
    let expected = json!([{
        "code": "FRONTMATTER_MISSING",
        "message": "Standard file missing YAML frontmatter",
        "path": ".bot/standards/global/naming-conventions.md",
    }]);
    assert_eq!(serde_json::to_value(success.meta.warnings).unwrap(), expected);
}

#[test]
fn dotbot_errors() {
    let mut envelope = dotbot_envelope();
    envelope["status"] = json!("error");
    envelope["summary"] = json!("Failed to register project: project not found.");
    envelope["data"] = json!({});
    envelope["errors"] = json!([{
        "code": "PROJECT_NOT_FOUND",
        "message": "Project 'NonExistentProject' not found in solution",
        "details": {
            "searched_name": "NonExistentProject",
            "available_projects": ["Axiome.Bot", "axiome-frontend"],
        },
    }]);
    let response = dotbot(envelope);
    assert_eq!(response.meta.status, Some(Health::Error));
    let failure = response.outcome.unwrap_err();
    assert_eq!(failure.code(), "PROJECT_NOT_FOUND");
    assert_eq!(failure.error_type(), ErrorType::NotFound);
    assert_eq!(failure.message, "Project 'NonExistentProject' not found in solution");
    assert_eq!(
        failure.failure().report().summary(),
        "Failed to register project: project not found."
    );
    assert_eq!(
        serde_json::to_value(failure.failure().report().details()).unwrap(),
        json!({
            "searched_name": "NonExistentProject",
            "available_projects": ["Axiome.Bot", "axiome-frontend"],
        })
    );
}

#[test]
fn dotbot_intent_and_actions() {
    let mut envelope = dotbot_envelope();
    envelope["audit"]["write_to"] = json!(".bot/solution/projects.json");
    envelope["audit"]["correlation_id"] = json!("req_1");
    envelope["intent"] = json!({
        "recommended_next": "solution.structure",
        "reason": "Roadmap loaded. View solution structure to see projects aligned with roadmap phases.",
        "parameters": {},
    });
    let actions = json!([{
        "id": "view-structure",
        "type": "suggestion",
        "label": "View solution structure",
        "reason": "See updated project metadata in context",
        "tool": "solution.structure",
        "parameters": {},
    }]);
    envelope["actions"] = actions.clone();
    let meta = dotbot(envelope).into_result().unwrap().meta;
    assert_eq!(meta.audit.write_to.as_deref(), Some(".bot/solution/projects.json"));
    assert_eq!(meta.audit.correlation_id.unwrap().as_str(), "req_1");
    assert_eq!(meta.intent.unwrap().recommended_next, "solution.structure");
    assert_eq!(serde_json::to_value(meta.actions).unwrap(), actions);
}

#[test]
fn further_keys_of_intent_and_actions_are_kept() {
    let intent =
        json!({"recommended_next": "a", "reason": "r", "parameters": {"x": 1}, "priority": 2});
    let action = json!({
        "id": "view", "type": "suggestion", "label": "l", "reason": "r", "tool": "t",
        "parameters": {}, "icon": "eye",
    });
    let mut envelope = dotbot_envelope();
    envelope["intent"] = intent.clone();
    envelope["actions"] = json!([action]);
    let meta = dotbot(envelope).into_result().unwrap().meta;
    let read = meta.intent.unwrap();
    assert_eq!(Value::from(read.extra.clone()), json!({"priority": 2}));
    assert_eq!(serde_json::to_value(read).unwrap(), intent);
    assert_eq!(Value::from(meta.actions[0].extra.clone()), json!({"icon": "eye"}));
    assert_eq!(serde_json::to_value(&meta.actions[0]).unwrap(), action);
}

/// A dotbot tool that did part of its work sends errors and data.
#[test]
fn dotbot_data_beside_errors() {
    let mut envelope = dotbot_envelope();
    envelope["errors"] =
        json!([{"code": "IO_ERROR", "message": "a"}, {"code": "ALIAS_CONFLICT", "message": "b"}]);
    let failure = dotbot(envelope).into_result().unwrap_err();
    assert_eq!(&*failure.code(), "IO_ERROR");
    let [other] = &failure.warnings[..] else { panic!("{failure:?}") };
    assert_eq!((&*other.message, other.severity), ("b", Some(Severity::Error)));
    assert_eq!(failure.data["projects"][0]["alias"], "be");
}

#[test]
fn dotbot_required_fields() {
    let broken = |change: &dyn Fn(&mut Value)| {
        let mut envelope = dotbot_envelope();
        change(&mut envelope);
        problem::<dotbot::Meta>(&envelope)
    };
    for (key, expected) in [
        ("schema_id", r#"at `/schema_id`: expected "dotbot-mcp-response@1", found nothing"#),
        ("tool", "at `/tool`: expected a string, found nothing"),
        ("version", "at `/version`: expected a string, found nothing"),
        ("status", r#"at `/status`: expected "ok", "warning" or "error", found nothing"#),
        ("summary", "at `/summary`: expected a string, found nothing"),
        ("data", "at `/data`: expected an object, found nothing"),
        ("warnings", "at `/warnings`: expected an array, found nothing"),
        ("errors", "at `/errors`: expected an array, found nothing"),
        ("audit", "at `/audit`: expected an object, found nothing"),
    ] {
        assert_eq!(
            broken(&|envelope| drop(envelope.as_object_mut().unwrap().remove(key))),
            expected
        );
    }
    for (key, expected) in [
        ("timestamp", "at `/audit/timestamp`: expected a string, found nothing"),
        ("duration_ms", "at `/audit/duration_ms`: expected a number, found nothing"),
        ("source", "at `/audit/source`: expected a string, found nothing"),
    ] {
        let remove =
            |envelope: &mut Value| drop(envelope["audit"].as_object_mut().unwrap().remove(key));
        assert_eq!(broken(&remove), expected);
    }
    assert_eq!(
        broken(&|envelope| envelope["schema_id"] = json!("dotbot-mcp-response@2")),
        r#"at `/schema_id`: expected "dotbot-mcp-response@1", found "dotbot-mcp-response@2""#
    );
    assert_eq!(
        broken(&|envelope| envelope["status"] = json!("fine")),
        r#"at `/status`: expected "ok", "warning" or "error", found "fine""#
    );
}

fn mcp(result: &Value) -> mcp::Response<Value> {
    mcp::Response::read(&result.to_string()).unwrap()
}

/// The examples of a server's decision record.
#[test]
fn mcp_examples() {
    let weather =
        json!({"temperature": 5, "conditions": "Cloudy", "humidity": 78, "wind_speed": 12});
    let success = mcp(&json!({
        "content": [{"type": "text", "text": "Temperature in Oslo: 5°C, Cloudy"}],
        "structuredContent": weather,
        "isError": false,
    }))
    .into_result()
    .unwrap();
    assert_eq!(success.data, weather);
    assert_eq!(success.meta.text(), Some("Temperature in Oslo: 5°C, Cloudy"));

    let failure = |text: &str| {
        mcp(&json!({"content": [{"type": "text", "text": text}], "isError": true}))
            .into_result()
            .unwrap_err()
    };
    let prefixed = failure("Error: Location not found");
    assert_eq!(prefixed.message, "Location not found");
    assert_eq!((&*prefixed.code(), prefixed.sent_code.as_deref()), ("INTERNAL_ERROR", None));
    assert_eq!(failure("Location not found").message, "Location not found");
    // The record's server sends the error object as text.
    assert_eq!(failure(r#"{"error": "Location not found"}"#).message, "Location not found");

    // Without structured content, the data is in the text.
    let text =
        json!({"content": [{"type": "text", "text": weather.to_string()}], "isError": false});
    assert_eq!(mcp(&text).into_result().unwrap().data, weather);
}

/// The message of a failure comes from a structured error, or else from the text.
#[test]
fn mcp_structured_content_of_a_failure() {
    let failure = |structure: &Value| {
        let content = json!([{"type": "text", "text": "Error: It failed"}]);
        mcp(&json!({"content": content, "structuredContent": structure, "isError": true}))
            .into_result()
            .unwrap_err()
    };
    let busy = json!({"message": "It is busy", "error_code": "CONFLICT", "more": 1});
    for (structure, message, code, data) in [
        (busy, "It is busy", "CONFLICT", json!({"more": 1})),
        (
            json!({"error_code": "CONFLICT"}),
            "It failed",
            "INTERNAL_ERROR",
            json!({"error_code": "CONFLICT"}),
        ),
        (json!({"message": 7}), "It failed", "INTERNAL_ERROR", json!({"message": 7})),
        (json!([1, 2]), "It failed", "INTERNAL_ERROR", json!([1, 2])),
    ] {
        let failure = failure(&structure);
        assert_eq!((&*failure.message, &*failure.code()), (message, code), "{structure}");
        assert_eq!(failure.data, data);
    }
}

#[test]
fn mcp_broken_results() {
    let problem = |result: Value| problem::<mcp::Meta>(&result);
    assert_eq!(
        problem(json!({"isError": false})),
        "at `/content`: expected an array of content blocks, found nothing"
    );
    assert_eq!(
        problem(json!({"content": {}, "isError": false})),
        "at `/content`: expected an array of content blocks, found {}"
    );
    assert_eq!(
        problem(json!({"content": [], "isError": "no"})),
        r#"at `/isError`: expected true or false, found "no""#
    );
    assert_eq!(
        problem(
            json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32602, "message": "Unknown tool"}})
        ),
        "at `/result`: expected an object, found nothing"
    );
}

fn scalpel_envelope() -> Value {
    json!({
        "tier": "pro",
        "tool_version": "3.2.8",
        "tool_id": "security_scan",
        "request_id": "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a",
        "capabilities": ["envelope-v1"],
        "duration_ms": 27,
        "error": null,
        "upgrade_hints": [],
        "data": {"success": true, "risk_level": "high", "findings": []},
    })
}

#[test]
fn code_scalpel_examples() {
    let success = code_scalpel::Response::<Value>::read(&scalpel_envelope().to_string()).unwrap();
    let success = success.into_result().unwrap();
    assert_eq!(success.data, scalpel_envelope()["data"]);
    let meta = success.meta;
    assert_eq!(meta.tier, Some(Tier::Pro));
    assert_eq!(
        (meta.tool_id.as_deref(), meta.tool_version.as_deref()),
        (Some("security_scan"), Some("3.2.8"))
    );
    assert_eq!(meta.request_id.as_ref().unwrap().as_str(), "8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a");
    assert_eq!(meta.capabilities, ["envelope-v1"]);
    assert_eq!(meta.duration_ms, Some(27.into()));
    assert!(meta.upgrade_hints.is_empty());

    let failure = code_scalpel::Response::<Value>::read(
        &json!({
            "tier": "community",
            "tool_version": "3.2.8",
            "tool_id": "extract_code",
            "request_id": "0a46e6c2b6df4e938e8d16ffb567a9b2",
            "capabilities": ["envelope-v1"],
            "duration_ms": 3,
            "error": {"error": "File not found: /missing.py.", "error_code": "not_found", "error_details": null},
            "upgrade_hints": [],
            "data": {"success": false, "error": "File not found: /missing.py."},
        })
        .to_string(),
    );
    let failure = failure.unwrap().into_result().unwrap_err();
    assert_eq!(failure.message, "File not found: /missing.py.");
    assert_eq!((&*failure.code(), failure.sent_code.as_deref()), ("NOT_FOUND", Some("not_found")));
    assert_eq!(failure.error_type(), ErrorType::NotFound);
    assert_eq!(failure.request_id.unwrap().as_str(), "0a46e6c2b6df4e938e8d16ffb567a9b2");
    // The data of a failure leaves out the copy of the message.
    assert_eq!(failure.data, json!({}));
}

/// Each word of the vocabulary has the error type of its standard code.
#[test]
fn code_scalpel_vocabulary() {
    for (word, error_type) in [
        ("invalid_argument", ErrorType::Validation),
        ("invalid_path", ErrorType::Validation),
        ("forbidden", ErrorType::Authorization),
        ("not_found", ErrorType::NotFound),
        ("timeout", ErrorType::Unavailable),
        ("too_large", ErrorType::Validation),
        ("resource_exhausted", ErrorType::RateLimit),
        ("not_implemented", ErrorType::FeatureFlag),
        ("upgrade_required", ErrorType::FeatureFlag),
        ("dependency_unavailable", ErrorType::Unavailable),
        ("correction_needed", ErrorType::Validation),
        ("internal_error", ErrorType::Internal),
    ] {
        let mut envelope = scalpel_envelope();
        envelope["error"] = json!({"error": "m", "error_code": word, "error_details": null});
        let failure = code_scalpel::Response::<Value>::read(&envelope.to_string()).unwrap();
        let failure = failure.into_result().unwrap_err();
        assert_eq!(failure.error_type(), error_type, "{word}");
        assert_eq!(&*failure.code(), word.to_uppercase());
    }
}

#[test]
fn code_scalpel_required_fields() {
    let all = scalpel_envelope();
    for key in all.as_object().unwrap().keys() {
        for absent in [None, Some(Value::Null)] {
            let mut envelope = all.clone();
            match absent {
                None => drop(envelope.as_object_mut().unwrap().remove(key)),
                Some(null) => envelope[key] = null,
            }
            let read: code_scalpel::Response<Value> = serde_json::from_value(envelope).unwrap();
            assert!(read.outcome.is_ok(), "{key}");
        }
    }
    assert_eq!(
        problem::<code_scalpel::Meta>(&json!({"warnings": []})),
        "at `/data`: expected the data or null, found nothing"
    );
    // An envelope of another contract is refused.
    let other = json!({"success": false, "data": {}, "error": null, "meta": {}});
    assert_eq!(
        problem::<code_scalpel::Meta>(&other),
        r#"expected an envelope of code-scalpel-v1, found "response-v2""#
    );
    for (error, expected) in [
        (json!(7), "at `/error`: expected an object, found 7"),
        (json!({"error_code": "timeout"}), "at `/error/error`: expected a string, found nothing"),
    ] {
        let mut envelope = scalpel_envelope();
        envelope["error"] = error;
        assert_eq!(problem::<code_scalpel::Meta>(&envelope), expected);
    }
}
