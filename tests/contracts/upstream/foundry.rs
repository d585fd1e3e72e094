//! Foundry MCP 0.16.0: every helper of `foundry_mcp.core.responses` with its parameters, and every pair of a code and an error type.

use envelope_client::{Failure, read};
use envelope_contracts::Code;
use envelope_contracts::response_v2::AI_PROVIDER;
use envelope_runtime::{ErrorCode, ErrorType, Retry, ToolFailure, envelope_tool};
use serde_json::{Map, Value, json};

use super::{Answer, Facts, assert_passed_on, of_error_type, recorded, subsets, value_of};

const RECORDED: &str = include_str!("recorded/foundry-mcp-0.16.0.jsonl");

/// A helper for failures: its code, its error type, the keys that it always sends, and its optional keys.
type Helper = (&'static str, &'static str, &'static [&'static str], &'static [&'static str]);

const HELPERS: &[Helper] = &[
    ("CONFLICT", "conflict", &[], &["details"]),
    ("FORBIDDEN", "authorization", &[], &["required_permission"]),
    ("INTERNAL_ERROR", "internal", &[], &[]),
    ("NOT_FOUND", "not_found", &["resource_type", "resource_id"], &[]),
    ("RATE_LIMIT_EXCEEDED", "rate_limit", &["retry_after_seconds", "meta.rate_limit"], &[]),
    // The rate limit of a model's provider, which only one tool reports.
    (
        "RATE_LIMIT_EXCEEDED",
        "rate_limit",
        &["provider_id", "retry_after_seconds", "meta.provider_limit"],
        &[],
    ),
    ("UNAUTHORIZED", "authentication", &[], &[]),
    ("UNAVAILABLE", "unavailable", &[], &["retry_after_seconds"]),
    ("VALIDATION_ERROR", "validation", &[], &["details", "details.field"]),
    ("BACKUP_CORRUPTED", "internal", &["spec_id", "backup_id", "error_detail"], &[]),
    ("BACKUP_NOT_FOUND", "not_found", &["spec_id"], &["backup_id", "available_backups"]),
    ("CIRCULAR_DEPENDENCY", "conflict", &["task_id", "target_id"], &["cycle_path"]),
    ("COMPARISON_FAILED", "internal", &["source", "target", "error_detail"], &[]),
    ("DEPENDENCY_NOT_FOUND", "not_found", &["task_id", "dependency_id"], &[]),
    ("INVALID_PARENT", "validation", &["task_id", "target_parent", "reason"], &["valid_parents"]),
    (
        "INVALID_POSITION",
        "validation",
        &["item_id", "position", "max_position", "valid_range"],
        &[],
    ),
    ("INVALID_REGEX_PATTERN", "validation", &["pattern", "error_detail"], &[]),
    ("NO_MATCHES_FOUND", "not_found", &["pattern", "scope"], &[]),
    ("PATTERN_TOO_BROAD", "validation", &["pattern", "match_count", "max_matches"], &[]),
    ("ROLLBACK_FAILED", "internal", &["spec_id", "backup_id", "error_detail"], &[]),
    ("SELF_REFERENCE", "validation", &["task_id", "operation"], &[]),
    ("AI_CACHE_STALE", "ai_provider", &["cache_key", "cache_age_seconds", "max_age_seconds"], &[]),
    (
        "AI_CONTEXT_TOO_LARGE",
        "ai_provider",
        &["context_tokens", "max_tokens", "overflow_tokens"],
        &["provider_id"],
    ),
    ("AI_NO_PROVIDER", "ai_provider", &[], &["required_providers"]),
    ("AI_PROMPT_NOT_FOUND", "not_found", &["prompt_id"], &["available_prompts", "workflow"]),
    ("AI_PROVIDER_ERROR", "ai_provider", &["provider_id", "error_detail"], &["status_code"]),
    ("AI_PROVIDER_TIMEOUT", "ai_provider", &["provider_id", "timeout_seconds"], &[]),
];

/// The error types that the general helper accepts with any code.
const ERROR_TYPES: [&str; 9] = [
    "validation",
    "authentication",
    "authorization",
    "not_found",
    "conflict",
    "rate_limit",
    "internal",
    "unavailable",
    "ai_provider",
];

/// The codes of the server that the contract does not list.
const FURTHER_CODES: [&str; 7] = [
    "INVALID_URL",
    "BLOCKED_HOST",
    "EXTRACT_FAILED",
    "WORKFLOW_ERROR",
    "TIMEOUT",
    "AUDIT_CHAIN_BROKEN",
    "MIGRATION_ERROR",
];

/// All codes that the server sends.
fn codes() -> impl Iterator<Item = &'static str> {
    let is_sent = |code: &&'static Code| {
        code.source == "Foundry MCP 0.16.0"
            || code.source == "response-v2" && code.name != "FEATURE_DISABLED"
    };
    let of_table = envelope_contracts::CODES.iter().filter(is_sent).map(|code| code.name);
    of_table.chain(FURTHER_CODES).chain(["CIRCULAR_DEPENDENCY"])
}

fn facts(code: &str, sent: &str, has_wait: bool) -> Facts {
    let of_code = ErrorType::from_code(code).unwrap_or(ErrorType::Internal);
    let known = ErrorType::ALL.iter().copied().find(|known| known.as_str() == sent);
    let error_type = known.unwrap_or(of_code);
    let (status, advice) = of_error_type(error_type);
    let retry = match known {
        _ if has_wait => Retry::AfterDelay,
        Some(_) => advice,
        None => Retry::Unknown,
    };
    Facts {
        code: code.to_owned(),
        sent_error_type: Some(sent.to_owned()),
        error_type,
        retry,
        status,
    }
}

/// A failure with a value at each path: a key of `data`, or `details.KEY`, or `meta.KEY`.
fn failed(code: &'static str, error_type: &str, paths: &[&str]) -> Answer {
    let mut data = Map::new();
    let mut meta = Map::from_iter([("version".to_owned(), "response-v2".into())]);
    for path in paths {
        match path.split_once('.') {
            None if *path == "details" => {
                drop(data.insert("details".to_owned(), json!({"k": ["v", 1, null]})))
            }
            None => drop(data.insert((*path).to_owned(), value_of(path))),
            Some(("details", key)) => {
                let details = data.entry("details").or_insert_with(|| json!({}));
                details[key] = value_of(key);
            }
            Some((_, "rate_limit")) => {
                meta.insert(
                    "rate_limit".to_owned(),
                    json!({"limit": 100, "period": "minute", "retry_after": 3}),
                );
            }
            Some((_, "provider_limit")) => {
                let limit =
                    json!({"status": "rate_limited", "retry_after_seconds": 3, "provider": "a"});
                meta.insert("rate_limit".to_owned(), limit);
            }
            Some((_, "telemetry")) => {
                drop(meta.insert("telemetry".to_owned(), json!({"duration_ms": 12.34})))
            }
            Some((_, key)) => drop(meta.insert(key.to_owned(), value_of(key))),
        }
    }
    let has_wait = data.contains_key("retry_after_seconds");
    data.insert("error_code".to_owned(), code.into());
    data.insert("error_type".to_owned(), error_type.into());
    let envelope = json!({"success": false, "data": data, "error": format!("{code} of the server"), "meta": meta});
    let facts = facts(code, error_type, has_wait);
    let fixed = Code::find(code).filter(|code| code.fixed_by().is_some());
    // The contract fixes the error types of its own codes, but has no rule about `ai_provider`.
    let is_contrary =
        error_type != AI_PROVIDER && fixed.is_some_and(|fixed| fixed.error_type != error_type);
    Answer {
        envelope,
        failure: Some(facts),
        violations: if is_contrary { &["error-type-of-code"] } else { &[] },
    }
}

/// Each helper with each set of its optional keys. Every helper can also send a remediation and a request id.
fn of_helpers() -> impl Iterator<Item = Answer> {
    HELPERS.iter().flat_map(|(code, error_type, required, optional)| {
        let optional = [*optional, &["remediation", "meta.request_id"]].concat();
        let sets: Vec<_> = subsets(&optional).collect();
        sets.into_iter().map(move |set| failed(code, error_type, &[*required, &set].concat()))
    })
}

/// Every code with every error type.
fn of_the_general_helper() -> impl Iterator<Item = Answer> {
    const ADDITIONS: [&[&str]; 2] =
        [&[], &["details", "remediation", "meta.telemetry", "meta.trace_id", "meta.span_id"]];
    codes().flat_map(|code| {
        ERROR_TYPES
            .into_iter()
            .flat_map(move |error_type| ADDITIONS.map(|paths| failed(code, error_type, paths)))
    })
}

/// Each set of the metadata of a success, with values of several forms.
fn successes() -> impl Iterator<Item = Answer> {
    let pages = [
        json!({"cursor": null, "has_more": false, "page_size": 100}),
        json!({"cursor": "abc", "has_more": true, "page_size": 100, "total_count": 250}),
        json!({"cursor": "abc", "page": 2}),
    ];
    // The documents of Foundry MCP contradict each other about the severities of some codes.
    let warnings = [
        json!([{"code": "PRIORITY_SUMMARIZED", "severity": "info", "message": "One item was summarized"}]),
        json!([{"code": "CONTENT_DROPPED", "severity": "warning", "message": "One item was dropped", "context": {"id": "a"}}]),
        json!([{"code": "TOKEN_BUDGET_FLOORED", "severity": "info", "message": "One item was kept"}, {"message": "Slow"}]),
    ];
    let fidelities = ["full", "partial", "summary", "reference_only"];
    let keys = [
        "request_id",
        "warnings",
        "warning_details",
        "pagination",
        "rate_limit",
        "telemetry",
        "content_fidelity",
        "content_archive_hashes",
    ];
    let sets: Vec<_> = subsets(&keys).collect();
    sets.into_iter().enumerate().map(move |(round, set)| {
        let mut meta = Map::from_iter([("version".to_owned(), "response-v2".into())]);
        for key in set {
            let value = match key {
                "warnings" => json!(["Slow", "Old"]),
                "warning_details" => warnings[round % 3].clone(),
                "pagination" => pages[round % 3].clone(),
                "rate_limit" => json!({"limit": 60, "remaining": 3, "reset_at": "2026-02-23T12:00:00Z", "period": "minute"}),
                "telemetry" => json!({"duration_ms": 0.53}),
                "content_fidelity" => fidelities[round % 4].into(),
                "content_archive_hashes" => json!({"archive-1": "sha256:a"}),
                _ => "req_1".into(),
            };
            meta.insert(key.to_owned(), value);
        }
        if let Some(fidelity) = meta.get("content_fidelity") {
            let is_full = fidelity == "full";
            meta.insert("content_fidelity_schema_version".to_owned(), "1.0".into());
            if !is_full {
                meta.insert("dropped_content_ids".to_owned(), json!(["finding-3"]));
            }
        }
        Answer::success(json!({"success": true, "data": {"round": round}, "error": null, "meta": meta}))
    })
}

fn of_record() -> impl Iterator<Item = Answer> {
    recorded(RECORDED).map(|mut line| {
        let envelope = line["answer"].take();
        let data = &envelope["data"];
        let Some(code) = data["error_code"].as_str().filter(|_| envelope["success"] == false)
        else {
            return Answer::success(envelope);
        };
        let sent = data["error_type"].as_str().unwrap();
        let is_contrary = (code, sent) == ("VALIDATION_ERROR", "not_found");
        let facts = facts(code, sent, data.get("retry_after_seconds").is_some());
        Answer {
            failure: Some(facts),
            envelope,
            violations: if is_contrary { &["error-type-of-code"] } else { &[] },
        }
    })
}

pub(super) fn answers() -> impl Iterator<Item = Answer> {
    of_record().chain(of_helpers()).chain(of_the_general_helper()).chain(successes())
}

#[envelope_tool(dialect = "response-v2")]
fn forward(answer: &str) -> Result<(), ToolFailure> {
    Ok(read::<()>(answer)?.outcome?)
}

#[test]
fn answers_are_read_and_forwarded() {
    for answer in answers() {
        answer.judge("response-v2");
        if answer.failure.is_none() {
            let text = answer.envelope.to_string();
            let success = envelope_client::response_v2::Response::<Value>::read(&text)
                .unwrap()
                .into_result()
                .unwrap();
            assert_eq!(success.data, answer.envelope["data"]);
            let meta = serde_json::to_value(&success.meta).unwrap();
            assert_eq!(meta, without_null_cursor(&answer.envelope["meta"]), "{text}");
            continue;
        }
        // The contract allows a standard code only with its own error type.
        let allowed_code = |sent: &Failure| match answer.violations {
            [] => sent.code(),
            _ => ErrorCode::from(sent.error_type()).as_str().into(),
        };
        assert_passed_on(&answer.envelope.to_string(), allowed_code, forward);
    }
}

/// Removes nulls from the pagination, as a reader does.
fn without_null_cursor(meta: &Value) -> Value {
    let mut meta = meta.clone();
    if let Some(page) = meta.get_mut("pagination").and_then(Value::as_object_mut) {
        page.retain(|_, value| !value.is_null());
    }
    meta
}
