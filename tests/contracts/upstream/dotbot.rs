//! dotbot 4.0.3: the envelopes of `New-EnvelopeResponse` with each set of its parameters, and the errors of `New-ErrorObject`
//! with each code of its tools and of the contract.

use envelope_client::{Failure, read};
use envelope_runtime::{ErrorType, ToolFailure, envelope_tool};
use serde_json::{Map, Value, json};

use super::{Answer, Facts, assert_passed_on, recorded, subsets};

const RECORDED: &str = include_str!("recorded/dotbot-4.0.3.jsonl");

/// The codes with the error type that a reader gives them, since the contract has no error types.
const CODES: [(&str, ErrorType); 18] = [
    ("DOTBOT_NOT_FOUND", ErrorType::NotFound),
    ("STATE_FILE_INVALID", ErrorType::Validation),
    ("PROJECT_NOT_FOUND", ErrorType::NotFound),
    ("ALIAS_CONFLICT", ErrorType::Conflict),
    ("REGISTRY_PARSE_ERROR", ErrorType::Validation),
    ("TECH_STACK_MISSING", ErrorType::NotFound),
    ("STANDARDS_NOT_FOUND", ErrorType::NotFound),
    ("BROKEN_FILE_REFERENCE", ErrorType::NotFound),
    ("FRONTMATTER_MISSING", ErrorType::Validation),
    ("FRONTMATTER_INVALID", ErrorType::Validation),
    ("CIRCULAR_DEPENDENCY", ErrorType::Validation),
    ("INVALID_PARAMETER", ErrorType::Validation),
    ("IO_ERROR", ErrorType::Internal),
    ("UNAUTHORIZED_OPERATION", ErrorType::Authorization),
    ("INVALID_ARGUMENTS", ErrorType::Validation),
    ("SCRIPT_NOT_FOUND", ErrorType::NotFound),
    ("EXECUTION_FAILED", ErrorType::Internal),
    // Not in a catalogue: the ending `NOT_FOUND` implies the error type.
    ("HOOK_NOT_FOUND", ErrorType::NotFound),
];

/// The tools that answer with an envelope, each with the relative path of its script.
const TOOLS: [(&str, &str); 9] = [
    ("dev_start", ".bot/hooks/dev/Start-Dev.ps1"),
    ("dev_stop", ".bot/hooks/dev/Stop-Dev.ps1"),
    ("dev_db", ".bot/hooks/dev/Query-Db.ps1"),
    ("dev_deploy", ".bot/hooks/dev/Deploy.ps1"),
    ("dev_logs", ".bot/hooks/dev/View-Logs.ps1"),
    ("dev_release", ".bot/hooks/dev/Release.ps1"),
    ("prod_start", ".bot/hooks/prod/Start-Prod.ps1"),
    ("prod_stop", ".bot/hooks/prod/Stop-Prod.ps1"),
    ("projects.list", "src/mcp/tools/projects-list/script.ps1"),
];

/// The optional parameters of `New-EnvelopeResponse`.
const PARAMETERS: [&str; 6] =
    ["host", "correlation_id", "write_to", "intent", "actions", "warnings"];

/// An entry of `errors` or `warnings`, with some of its optional keys.
fn issue(code: &str, keys: &[&str]) -> Value {
    let mut issue = json!({"code": code, "message": format!("{code}: 'a.md' is the reason")});
    for key in keys {
        issue[*key] = match *key {
            "path" => "a.md".into(),
            _ => json!({"argument": "name", "given": [1, null]}),
        };
    }
    issue
}

fn envelope(round: usize, set: &[&str], errors: Vec<Value>) -> Value {
    let (tool, source) = TOOLS[round % TOOLS.len()];
    let hosts = ["warp", "claude-desktop", "ci"];
    let mut audit = Map::from_iter([
        ("timestamp".to_owned(), "2026-08-20T19:57:03.1234567Z".into()),
        ("duration_ms".to_owned(), round.into()),
        ("source".to_owned(), source.into()),
    ]);
    let warnings = match set.contains(&"warnings") {
        true => vec![issue("FRONTMATTER_MISSING", &["path"]), issue("STALE", &["details"])],
        false => Vec::new(),
    };
    let status = match (errors.is_empty(), warnings.is_empty()) {
        (true, true) => "ok",
        (true, false) => "warning",
        _ => "error",
    };
    let mut envelope = json!({
        "schema_id": "dotbot-mcp-response@1", "tool": tool, "version": "1.0.0", "status": status,
        "summary": format!("It ended as {status}."),
        "data": {"solution_root": "C:\\s", "script_executed": "C:\\s\\a.ps1", "output": "Ready\r\n"},
        "warnings": warnings, "errors": errors,
    });
    for key in set {
        match *key {
            "host" => drop(audit.insert("host".to_owned(), hosts[round % 3].into())),
            "correlation_id" => drop(audit.insert("correlation_id".to_owned(), "7f2c".into())),
            "write_to" => drop(audit.insert("write_to".to_owned(), ".bot/out.md".into())),
            "intent" => {
                envelope["intent"] = json!({
                    "recommended_next": "dev_logs", "reason": "They have the cause", "parameters": {"lines": 10},
                });
            }
            "actions" => {
                envelope["actions"] = json!([{
                    "id": "open", "type": "suggestion", "label": "Open it", "reason": "It has changed", "tool": "dev_start",
                    "parameters": {},
                }]);
            }
            _ => {}
        }
    }
    envelope["audit"] = audit.into();
    envelope
}

fn built() -> impl Iterator<Item = Answer> {
    let sets: Vec<_> = subsets(&PARAMETERS).collect();
    let successes: Vec<_> = sets
        .iter()
        .enumerate()
        .map(|(round, set)| Answer::success(envelope(round, set, Vec::new())))
        .collect();
    let failures = CODES.into_iter().flat_map(move |(code, error_type)| {
        let sets = sets.clone();
        sets.into_iter().enumerate().map(move |(round, set)| {
            let keys: [&[&str]; 4] = [&[], &["path"], &["details"], &["path", "details"]];
            let mut errors = vec![issue(code, keys[round % 4])];
            if round.is_multiple_of(3) {
                errors.push(issue("IO_ERROR", &["path"]));
            }
            Answer::failure(envelope(round, &set, errors), Facts::new(code, error_type))
        })
    });
    successes.into_iter().chain(failures)
}

fn of_record() -> impl Iterator<Item = Answer> {
    recorded(RECORDED).map(|mut line| {
        let envelope = line["answer"].take();
        let Some(code) = envelope["errors"][0]["code"].as_str() else {
            return Answer::success(envelope);
        };
        let (code, error_type) = CODES.into_iter().find(|(known, _)| *known == code).unwrap();
        Answer::failure(envelope, Facts::new(code, error_type))
    })
}

pub(super) fn answers() -> impl Iterator<Item = Answer> {
    of_record().chain(built())
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Done."))]
fn forward(answer: &str) -> Result<(), ToolFailure> {
    Ok(read::<()>(answer)?.outcome?)
}

#[test]
fn answers_are_read_and_forwarded() {
    for answer in answers() {
        answer.judge("dotbot-mcp-response@1");
        let text = answer.envelope.to_string();
        let response = envelope_client::dotbot::Response::<Value>::read(&text).unwrap();
        assert_eq!(response.meta.status.unwrap().as_str(), answer.envelope["status"], "{text}");
        if answer.failure.is_none() {
            continue;
        }
        assert_passed_on(&text, Failure::code, forward);
    }
}
