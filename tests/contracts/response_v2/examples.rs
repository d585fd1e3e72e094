//! Every JSON example of the two response-v2 documents, made by a tool and compared as a whole.
//!
//! Each test names the kind of its example. A literal example is compared exactly, a template (`"full" | "partial"`,
//! `{ ... }`, `"..."?`) by its keys and their kinds, and a fragment inside of its envelope. `[...]` is filled in, and
//! invalid JSON is corrected.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::support::wire;
use envelope_runtime::response_v2::{ContentFidelity, Pagination, Reply, Telemetry};
use envelope_runtime::{
    Payload, RateLimit, Severity, ToolError, ToolFailure, Warning, WarningCode, envelope_tool,
};
use serde::Serialize;
use serde_json::{Value, json};

type Never = std::convert::Infallible;

#[derive(Serialize, Payload)]
struct Nothing {}

#[derive(Serialize, Payload)]
struct Research {
    research_id: &'static str,
    findings: Vec<Finding>,
    total_findings: u32,
}

#[derive(Serialize)]
struct Finding {
    id: &'static str,
    title: &'static str,
    content: &'static str,
}

#[derive(Serialize, Payload)]
struct TaskList {
    tasks: Vec<Task>,
    total_count: u32,
}

#[derive(Serialize)]
struct Task {
    task_id: &'static str,
    description: &'static str,
    status: &'static str,
}

/// The errors of the examples, with the values that the documents send beside the message.
#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("Validation failed: {field} is {constraint}")]
    #[tool_error(code = "VALIDATION_ERROR", remediation = "Provide a non-empty {field} parameter")]
    Required {
        #[tool_error(detail)]
        field: &'static str,
        #[tool_error(detail)]
        constraint: &'static str,
        #[tool_error(detail)]
        received: Option<String>,
    },

    #[error("Validation failed: {field} contains invalid characters")]
    #[tool_error(
        code = "VALIDATION_ERROR",
        remediation = "Spec ID must be non-empty and contain only alphanumeric characters and hyphens"
    )]
    Pattern {
        #[tool_error(detail)]
        field: &'static str,
        #[tool_error(detail)]
        constraint: &'static str,
        #[tool_error(detail)]
        pattern: &'static str,
        #[tool_error(detail)]
        received: String,
    },

    #[error("Spec '{spec_id}' not found")]
    #[tool_error(
        code = "SPEC_NOT_FOUND",
        remediation = "Verify the spec ID exists using spec(action=\"list\")"
    )]
    NotFound { spec_id: String },

    #[error("Feature '{feature}' is not enabled")]
    #[tool_error(
        code = "FEATURE_DISABLED",
        remediation = "Contact support to enable this feature or check feature flag configuration"
    )]
    Disabled {
        #[tool_error(data)]
        feature: &'static str,
    },

    #[error("Rate limit exceeded: {limit} requests per minute")]
    #[tool_error(
        code = "RATE_LIMIT_EXCEEDED",
        remediation = "Wait {wait} seconds before retrying. Consider batching requests."
    )]
    Throttled {
        limit: u64,
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
        #[tool_error(rate_limit)]
        state: RateLimit,
    },
}

// Examples of the schema guide.

/// A template: every key of the standard envelope, with the kind of its value.
#[test]
fn standard_envelope() {
    #[envelope_tool(dialect = "response-v2", request_id = "req_abc123")]
    fn everything() -> Result<Reply<Nothing>, Never> {
        Ok(Reply::new(Nothing {})
            .warning_detail(Warning::new(WarningCode::StaleCache, "old"))
            .pagination(Pagination::next("c"))
            .rate_limit(RateLimit::new().limit(1))
            .telemetry(Telemetry::new().duration_ms(Duration::from_millis(1)))
            .content_fidelity(ContentFidelity::Partial)
            .dropped_content_ids(["d"])
            .content_archive_hash("a", "sha256:0"))
    }

    let envelope = wire(everything());
    let keys = |value: &Value| -> Vec<String> {
        // The feature `preserve_order` of `serde_json` keeps the keys in the order of the text.
        let mut keys: Vec<_> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&envelope), ["data", "error", "meta", "success"]);
    assert_eq!(envelope["success"], true);
    assert_eq!(envelope["data"], json!({}));
    assert_eq!(envelope["error"], Value::Null);
    let meta = &envelope["meta"];
    assert_eq!(
        keys(meta),
        [
            "content_archive_hashes",
            "content_fidelity",
            "content_fidelity_schema_version",
            "dropped_content_ids",
            "pagination",
            "rate_limit",
            "request_id",
            "telemetry",
            "version",
            "warning_details",
            "warnings",
        ]
    );
    assert_eq!(meta["version"], "response-v2");
    assert_eq!(meta["request_id"], "req_abc123");
    assert_eq!(meta["warnings"], json!(["old"]));
    assert_eq!(
        meta["warning_details"],
        json!([{"code": "STALE_CACHE", "severity": "warning", "message": "old"}])
    );
    assert!(meta["pagination"].is_object());
    assert!(meta["rate_limit"].is_object());
    assert!(meta["telemetry"].is_object());
    assert_eq!(meta["content_fidelity"], "partial");
    assert_eq!(meta["content_fidelity_schema_version"], "1.0");
    assert_eq!(meta["dropped_content_ids"], json!(["d"]));
    assert_eq!(meta["content_archive_hashes"], json!({"a": "sha256:0"}));
}

/// A template and a fragment: the four content keys, for each level of fidelity. Content is dropped only below `full`.
#[test]
fn content_fidelity_schema() {
    #[envelope_tool(dialect = "response-v2")]
    fn reduced(level: ContentFidelity) -> Result<Reply<()>, Never> {
        Ok(Reply::new(())
            .content_fidelity(level)
            .dropped_content_ids(["finding-003", "source-015"])
            .content_archive_hash("archive-001", "sha256:abc123..."))
    }

    #[envelope_tool(dialect = "response-v2")]
    fn whole() -> Result<Reply<()>, Never> {
        Ok(Reply::new(()).content_fidelity(ContentFidelity::Full))
    }

    assert_eq!(
        wire(whole())["meta"],
        json!({
            "version": "response-v2",
            "content_fidelity_schema_version": "1.0",
            "content_fidelity": "full"
        })
    );
    for (level, name) in [
        (ContentFidelity::Partial, "partial"),
        (ContentFidelity::Summary, "summary"),
        (ContentFidelity::ReferenceOnly, "reference_only"),
    ] {
        assert_eq!(
            wire(reduced(level))["meta"],
            json!({
                "version": "response-v2",
                "content_fidelity_schema_version": "1.0",
                "content_fidelity": name,
                "dropped_content_ids": ["finding-003", "source-015"],
                "content_archive_hashes": {"archive-001": "sha256:abc123..."}
            })
        );
    }
}

/// A literal example.
#[test]
fn content_fidelity_example() {
    #[envelope_tool(dialect = "response-v2")]
    fn research() -> Result<Reply<Research>, Never> {
        Ok(Reply::new(Research {
            research_id: "research-001",
            findings: vec![
                Finding { id: "finding-001", title: "Primary result", content: "..." },
                Finding { id: "finding-002", title: "Secondary result", content: "..." },
            ],
            total_findings: 5,
        })
        .content_fidelity(ContentFidelity::Partial)
        .dropped_content_ids(["finding-003", "finding-004", "finding-005"])
        .content_archive_hash("findings-archive", "sha256:e3b0c44298fc1c149afbf4c8996fb924...")
        .warning("3 findings omitted due to token limits"))
    }

    assert_eq!(
        wire(research()),
        json!({
            "success": true,
            "data": {
                "research_id": "research-001",
                "findings": [
                    {"id": "finding-001", "title": "Primary result", "content": "..."},
                    {"id": "finding-002", "title": "Secondary result", "content": "..."}
                ],
                "total_findings": 5
            },
            "error": null,
            "meta": {
                "version": "response-v2",
                "content_fidelity_schema_version": "1.0",
                "content_fidelity": "partial",
                "dropped_content_ids": ["finding-003", "finding-004", "finding-005"],
                "content_archive_hashes": {
                    "findings-archive": "sha256:e3b0c44298fc1c149afbf4c8996fb924..."
                },
                "warnings": ["3 findings omitted due to token limits"]
            }
        })
    );
}

/// A fragment that is all of `meta`.
#[test]
fn warning_details_schema() {
    #[envelope_tool(dialect = "response-v2")]
    fn truncated() -> Result<Reply<()>, Never> {
        let warning =
            Warning::new(WarningCode::ContentTruncated, "3 findings omitted due to token limits")
                .context("dropped_count", 3)
                .context("total_count", 5)
                .context("reason", "token_limit_exceeded");
        Ok(Reply::new(()).warning_detail(warning))
    }

    assert_eq!(
        wire(truncated())["meta"],
        json!({
            "version": "response-v2",
            "warnings": ["3 findings omitted due to token limits"],
            "warning_details": [{
                "code": "CONTENT_TRUNCATED",
                "severity": "info",
                "message": "3 findings omitted due to token limits",
                "context": {"dropped_count": 3, "total_count": 5, "reason": "token_limit_exceeded"}
            }]
        })
    );
}

/// A literal example, with `results` filled in.
#[test]
fn warning_details_example() {
    #[envelope_tool(dialect = "response-v2", data = "results")]
    fn search() -> Result<Reply<Vec<u32>>, Never> {
        Ok(Reply::new(vec![1, 2])
            .warning_detail(
                Warning::new(WarningCode::PartialFailure, "3 sources failed to respond")
                    .context("failed_sources", vec!["source-a", "source-b", "source-c"])
                    .context("successful_sources", 7)
                    .context("total_sources", 10),
            )
            .warning_detail(
                Warning::new(WarningCode::StaleCache, "Cache data is 2 hours old")
                    .context("cache_age_seconds", 7200)
                    .context("max_freshness_seconds", 3600),
            ))
    }

    assert_eq!(
        wire(search()),
        json!({
            "success": true,
            "data": {"results": [1, 2]},
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
                            "total_sources": 10
                        }
                    },
                    {
                        "code": "STALE_CACHE",
                        "severity": "warning",
                        "message": "Cache data is 2 hours old",
                        "context": {"cache_age_seconds": 7200, "max_freshness_seconds": 3600}
                    }
                ]
            }
        })
    );
}

#[envelope_tool(dialect = "response-v2", request_id = request_id)]
fn read_spec(spec_id: &str, request_id: Option<&str>) -> Result<Nothing, SpecError> {
    match spec_id {
        "" => Err(SpecError::Required { field: "spec_id", constraint: "required", received: None }),
        invalid if invalid.contains(' ') => Err(SpecError::Pattern {
            field: "spec_id",
            constraint: "pattern",
            pattern: "^[a-z0-9-]+$",
            received: invalid.to_owned(),
        }),
        _ => Err(SpecError::NotFound { spec_id: spec_id.to_owned() }),
    }
}

/// A literal example of both documents, each with another request id.
#[test]
fn error_response() {
    for request_id in ["req_abc123", "req_xyz789"] {
        assert_eq!(
            wire(read_spec("", Some(request_id))),
            json!({
                "success": false,
                "data": {
                    "error_code": "VALIDATION_ERROR",
                    "error_type": "validation",
                    "remediation": "Provide a non-empty spec_id parameter",
                    "details": {"field": "spec_id", "constraint": "required", "received": null}
                },
                "error": "Validation failed: spec_id is required",
                "meta": {"version": "response-v2", "request_id": request_id}
            })
        );
    }
}

/// A call of the documents' error helper, and the envelope that it makes.
#[test]
fn missing_required_helper() {
    #[envelope_tool(dialect = "response-v2", request_id = "req_abc123")]
    fn read() -> Result<Nothing, ToolFailure> {
        Err(ToolFailure::missing_required("spec_id"))
    }

    assert_eq!(
        wire(read()),
        json!({
            "success": false,
            "data": {
                "error_code": "MISSING_REQUIRED",
                "error_type": "validation",
                "remediation": "Provide a non-empty spec_id parameter",
                "details": {"field": "spec_id", "constraint": "required"}
            },
            "error": "Validation failed: spec_id is required",
            "meta": {"version": "response-v2", "request_id": "req_abc123"}
        })
    );
}

/// A call of the documents' error helper, and the envelope that it makes.
#[test]
fn not_found_helper() {
    assert_eq!(
        wire(read_spec("auth-flow", Some("req_1"))),
        json!({
            "success": false,
            "data": {
                "error_code": "SPEC_NOT_FOUND",
                "error_type": "not_found",
                "remediation": "Verify the spec ID exists using spec(action=\"list\")"
            },
            "error": "Spec 'auth-flow' not found",
            "meta": {"version": "response-v2", "request_id": "req_1"}
        })
    );
}

/// A call of the documents' error helper, made with an enum and with a ready-made failure.
#[test]
fn feature_flag_helper() {
    #[envelope_tool(dialect = "response-v2")]
    fn of_enum() -> Result<Nothing, SpecError> {
        Err(SpecError::Disabled { feature: "beta" })
    }

    #[envelope_tool(dialect = "response-v2")]
    fn ready_made() -> Result<Nothing, ToolFailure> {
        Err(ToolFailure::feature_disabled("beta").remediation(
            "Contact support to enable this feature or check feature flag configuration",
        ))
    }

    let expected = json!({
        "success": false,
        "data": {
            "error_code": "FEATURE_DISABLED",
            "error_type": "feature_flag",
            "remediation":
                "Contact support to enable this feature or check feature flag configuration",
            "feature": "beta"
        },
        "error": "Feature 'beta' is not enabled",
        "meta": {"version": "response-v2"}
    });
    assert_eq!(wire(of_enum()), expected);
    assert_eq!(wire(ready_made()), expected);
}

/// A call of the documents' error helper, made with an enum and with a ready-made failure.
#[test]
fn rate_limit_helper() {
    const RESET_AT: &str = "2025-12-04T12:00:00Z";

    #[envelope_tool(dialect = "response-v2")]
    fn of_enum() -> Result<Nothing, SpecError> {
        let state = RateLimit::new().limit(100).remaining(0).reset_at(RESET_AT);
        Err(SpecError::Throttled { limit: 100, wait: 45, state })
    }

    #[envelope_tool(dialect = "response-v2")]
    fn ready_made() -> Result<Nothing, ToolFailure> {
        Err(ToolFailure::rate_limited(100, "minute", 45)
            .remediation("Wait 45 seconds before retrying. Consider batching requests.")
            .rate_limit(RateLimit::new().limit(100).remaining(0).reset_at(RESET_AT)))
    }

    let expected = json!({
        "success": false,
        "data": {
            "error_code": "RATE_LIMIT_EXCEEDED",
            "error_type": "rate_limit",
            "remediation": "Wait 45 seconds before retrying. Consider batching requests.",
            "retry_after_seconds": 45
        },
        "error": "Rate limit exceeded: 100 requests per minute",
        "meta": {
            "version": "response-v2",
            "rate_limit": {"limit": 100, "remaining": 0, "reset_at": RESET_AT}
        }
    });
    assert_eq!(wire(of_enum()), expected);
    assert_eq!(wire(ready_made()), expected);
}

/// A call of the documents' success helper: data under a key, warnings, pagination and request id.
#[test]
fn success_helper() {
    #[envelope_tool(dialect = "response-v2", data = "result", request_id = request_id)]
    fn example(request_id: &str) -> Result<Reply<u32>, Never> {
        Ok(Reply::new(7).warning("w").pagination(Pagination::end().total_count(1)))
    }

    assert_eq!(
        wire(example("req_abc123")),
        json!({
            "success": true,
            "data": {"result": 7},
            "error": null,
            "meta": {
                "version": "response-v2",
                "request_id": "req_abc123",
                "warnings": ["w"],
                "pagination": {"has_more": false, "total_count": 1}
            }
        })
    );
}

// Examples of the user guide.

/// A template. Its empty warnings are left out.
#[test]
fn standard_envelope_of_the_user_guide() {
    #[envelope_tool(dialect = "response-v2", request_id = "req_abc123")]
    fn all() -> Result<Reply<Nothing>, Never> {
        Ok(Reply::new(Nothing {})
            .pagination(Pagination::end())
            .rate_limit(RateLimit::new().remaining(1))
            .telemetry(Telemetry::new().cache_hit(true)))
    }

    assert_eq!(
        wire(all()),
        json!({
            "success": true,
            "data": {},
            "error": null,
            "meta": {
                "version": "response-v2",
                "request_id": "req_abc123",
                "pagination": {"has_more": false},
                "rate_limit": {"remaining": 1},
                "telemetry": {"cache_hit": true}
            }
        })
    );
}

/// Fragments: three shapes of `data`, two of them filled in.
#[test]
fn data_field() {
    #[derive(Serialize, Payload)]
    struct Query {
        tasks: Vec<u32>,
        total_count: u32,
        filtered_count: u32,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn query() -> Result<Query, Never> {
        Ok(Query { tasks: vec![1], total_count: 15, filtered_count: 5 })
    }

    #[envelope_tool(dialect = "response-v2", data("spec", "hierarchy"))]
    fn get() -> Result<(BTreeMap<&'static str, u32>, Nothing), Never> {
        Ok((BTreeMap::from([("size", 1)]), Nothing {}))
    }

    #[envelope_tool(dialect = "response-v2")]
    fn empty() -> Result<(), Never> {
        Ok(())
    }

    let expected = json!({"tasks": [1], "total_count": 15, "filtered_count": 5});
    assert_eq!(wire(query())["data"], expected);
    assert_eq!(wire(get())["data"], json!({"spec": {"size": 1}, "hierarchy": {}}));
    assert_eq!(wire(empty())["data"], json!({}));
}

/// A fragment that leaves `data` open.
#[test]
fn error_field() {
    #[envelope_tool(dialect = "response-v2")]
    fn read() -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("Spec", "invalid-spec-id"))
    }

    let envelope = wire(read());
    assert_eq!(envelope["success"], false);
    assert_eq!(envelope["error"], "Spec not found: invalid-spec-id");
    assert!(envelope["data"].is_object());
}

/// A fragment that is all of `meta`.
#[test]
fn metadata_fields() {
    #[envelope_tool(dialect = "response-v2", request_id = "req_abc123")]
    fn all() -> Result<Reply<()>, Never> {
        Ok(Reply::new(())
            .warning("Deprecated field used")
            .pagination(Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150).page_size(20))
            .rate_limit(RateLimit::new().limit(100).remaining(95).reset_at("2025-12-04T12:00:00Z"))
            .telemetry(Telemetry::new().duration_ms(Duration::from_millis(45)).cache_hit(true)))
    }

    assert_eq!(
        wire(all())["meta"],
        json!({
            "version": "response-v2",
            "request_id": "req_abc123",
            "warnings": ["Deprecated field used"],
            "pagination": {
                "cursor": "eyJvZmZzZXQiOjIwfQ==",
                "has_more": true,
                "total_count": 150,
                "page_size": 20
            },
            "rate_limit": {"limit": 100, "remaining": 95, "reset_at": "2025-12-04T12:00:00Z"},
            "telemetry": {"duration_ms": 45, "cache_hit": true}
        })
    );
}

/// A literal example.
#[test]
fn empty_but_successful() {
    #[envelope_tool(dialect = "response-v2")]
    fn list() -> Result<TaskList, Never> {
        Ok(TaskList { tasks: vec![], total_count: 0 })
    }

    assert_eq!(
        wire(list()),
        json!({
            "success": true,
            "data": {"tasks": [], "total_count": 0},
            "error": null,
            "meta": {"version": "response-v2"}
        })
    );
}

/// A literal example.
#[test]
fn partial_work() {
    #[derive(Serialize, Payload)]
    struct Batch {
        processed: u32,
        failed: u32,
        failures: Vec<BTreeMap<&'static str, &'static str>>,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn process() -> Result<Reply<Batch>, Never> {
        let failure = BTreeMap::from([("task_id", "task-003"), ("error", "Missing file")]);
        Ok(Reply::new(Batch { processed: 8, failed: 2, failures: vec![failure] })
            .warning("2 tasks failed to process"))
    }

    assert_eq!(
        wire(process()),
        json!({
            "success": true,
            "data": {
                "processed": 8,
                "failed": 2,
                "failures": [{"task_id": "task-003", "error": "Missing file"}]
            },
            "error": null,
            "meta": {"version": "response-v2", "warnings": ["2 tasks failed to process"]}
        })
    );
}

/// A literal example.
#[test]
fn blocked_state() {
    #[derive(Serialize, Payload)]
    struct Blocked {
        task_id: &'static str,
        status: &'static str,
        blocker: &'static str,
    }

    #[envelope_tool(dialect = "response-v2")]
    fn progress() -> Result<Reply<Blocked>, Never> {
        let blocked =
            Blocked { task_id: "task-001", status: "blocked", blocker: "Waiting for API approval" };
        Ok(Reply::new(blocked).warning("Task is blocked and cannot proceed"))
    }

    assert_eq!(
        wire(progress()),
        json!({
            "success": true,
            "data": {
                "task_id": "task-001",
                "status": "blocked",
                "blocker": "Waiting for API approval"
            },
            "error": null,
            "meta": {"version": "response-v2", "warnings": ["Task is blocked and cannot proceed"]}
        })
    );
}

/// A corrected example (it has a comment, a trailing comma and no `error`), with `tasks` filled in.
#[test]
fn pagination_pattern() {
    #[envelope_tool(dialect = "response-v2", data = "tasks")]
    fn page() -> Result<Reply<Vec<u32>>, Never> {
        Ok(Reply::new((0..20).collect())
            .pagination(Pagination::next("eyJvZmZzZXQiOjIwfQ==").total_count(150).page_size(20)))
    }

    assert_eq!(
        wire(page()),
        json!({
            "success": true,
            "data": {"tasks": (0..20).collect::<Vec<_>>()},
            "error": null,
            "meta": {
                "version": "response-v2",
                "pagination": {
                    "cursor": "eyJvZmZzZXQiOjIwfQ==",
                    "has_more": true,
                    "total_count": 150,
                    "page_size": 20
                }
            }
        })
    );
}

/// A fragment that is all of `meta`.
#[test]
fn current_version() {
    #[envelope_tool(dialect = "response-v2")]
    fn ping() -> Result<(), Never> {
        Ok(())
    }

    assert_eq!(wire(ping())["meta"], json!({"version": "response-v2"}));
}

/// A literal example.
#[test]
fn successful_task_query() {
    #[envelope_tool(dialect = "response-v2", request_id = "req_12345")]
    fn query() -> Result<TaskList, Never> {
        let tasks = vec![
            Task { task_id: "task-001", description: "Implement login", status: "completed" },
            Task { task_id: "task-002", description: "Implement logout", status: "pending" },
        ];
        Ok(TaskList { total_count: 2, tasks })
    }

    assert_eq!(
        wire(query()),
        json!({
            "success": true,
            "data": {
                "tasks": [
                    {
                        "task_id": "task-001",
                        "description": "Implement login",
                        "status": "completed"
                    },
                    {
                        "task_id": "task-002",
                        "description": "Implement logout",
                        "status": "pending"
                    }
                ],
                "total_count": 2
            },
            "error": null,
            "meta": {"version": "response-v2", "request_id": "req_12345"}
        })
    );
}

/// A literal example.
#[test]
fn validation_error() {
    assert_eq!(
        wire(read_spec("Invalid Spec ID!", Some("req_67890"))),
        json!({
            "success": false,
            "data": {
                "error_code": "VALIDATION_ERROR",
                "error_type": "validation",
                "remediation":
                    "Spec ID must be non-empty and contain only alphanumeric characters and hyphens",
                "details": {
                    "field": "spec_id",
                    "constraint": "pattern",
                    "pattern": "^[a-z0-9-]+$",
                    "received": "Invalid Spec ID!"
                }
            },
            "error": "Validation failed: spec_id contains invalid characters",
            "meta": {"version": "response-v2", "request_id": "req_67890"}
        })
    );
}

/// A literal example.
#[test]
fn not_found_error() {
    #[envelope_tool(dialect = "response-v2")]
    fn read(spec_id: &str) -> Result<(), ToolFailure> {
        Err(ToolFailure::not_found("Spec", spec_id)
            .remediation("Check that the spec_id exists in specs/active/ or specs/pending/"))
    }

    assert_eq!(
        wire(read("nonexistent-spec")),
        json!({
            "success": false,
            "data": {
                "error_code": "NOT_FOUND",
                "error_type": "not_found",
                "remediation":
                    "Check that the spec_id exists in specs/active/ or specs/pending/",
                "details": {"resource_type": "spec", "resource_id": "nonexistent-spec"}
            },
            "error": "Spec not found: nonexistent-spec",
            "meta": {"version": "response-v2"}
        })
    );
}

/// A custom warning code can have the severity `error`, which no standard code has.
#[test]
fn severity_of_a_custom_code() {
    #[envelope_tool(dialect = "response-v2")]
    fn check() -> Result<Reply<()>, Never> {
        Ok(Reply::new(()).warning_detail(Warning::custom("DISK_FULL", Severity::Error, "full")))
    }

    assert_eq!(
        wire(check())["meta"]["warning_details"],
        json!([{"code": "DISK_FULL", "severity": "error", "message": "full"}])
    );
}
