//! The schema of the contract `dotbot-mcp-response@1`, for the envelopes of every server.

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use super::ID;
use crate::schema::published::{
    CODE, RELATIVE_PATH, SEMANTIC_VERSION, TEXT, UTC_TIME, array, count, kind, object, or_null,
    pattern, words,
};

pub(super) fn contract() -> Schema {
    json_schema!({
        "type": "object",
        "properties": {
            "schema_id": {"const": ID, "description": "The contract."},
            "tool": pattern(TEXT, "The tool's name."),
            "version": pattern(SEMANTIC_VERSION, "The tool's semantic version."),
            "status": words(&["ok", "warning", "error"], "The health of the operation."),
            "summary": pattern(TEXT, "What happened, in one sentence."),
            "data": kind("object", "The tool's data."),
            "warnings": array(&issue(), "What did not keep the tool from working."),
            "errors": array(&issue(), "What kept the tool from doing its work."),
            "audit": audit(),
            "intent": or_null(intent()),
            "actions": or_null(array(&action(), "What can be done next.")),
        },
        "required": [
            "schema_id", "tool", "version", "status", "summary", "data", "warnings", "errors", "audit",
        ],
        "oneOf": [
            {
                "title": "Success",
                "properties": {
                    "status": {"const": "ok"},
                    "warnings": {"type": "array", "maxItems": 0},
                    "errors": {"type": "array", "maxItems": 0},
                },
            },
            {
                "title": "Success with warnings",
                "properties": {
                    "status": {"const": "warning"},
                    "warnings": {"type": "array", "minItems": 1},
                    "errors": {"type": "array", "maxItems": 0},
                },
            },
            {
                "title": "Failure",
                "properties": {
                    "status": {"const": "error"},
                    "errors": {"type": "array", "minItems": 1},
                },
            },
        ],
    })
}

fn issue() -> Value {
    let properties = json!({
        "code": pattern(CODE, "The code, in `SCREAMING_SNAKE_CASE`."),
        "message": pattern(TEXT, "The message."),
        "path": or_null(kind("string", "The file that the issue is about.")),
        "details": or_null(kind("object", "Facts about the issue.")),
    });
    object(properties, &["code", "message"], "A warning or an error.")
}

fn audit() -> Value {
    let hosts = ["warp", "claude-desktop", "ci"];
    let properties = json!({
        "timestamp": pattern(UTC_TIME, "When the call ended, in UTC."),
        "duration_ms": count("How long the call took, in milliseconds."),
        "source": pattern(RELATIVE_PATH, "The relative path of the tool's source."),
        "host": or_null(words(&hosts, "The environment that the tool runs in.")),
        "correlation_id": or_null(kind("string", "The id that connects the envelope to logs and traces.")),
        "write_to": or_null(pattern(RELATIVE_PATH, "The relative path of the file that the tool wrote.")),
    });
    object(properties, &["timestamp", "duration_ms", "source"], "How the call went.")
}

fn intent() -> Value {
    let properties = json!({
        "recommended_next": kind("string", "The tool to call."),
        "reason": kind("string", "Why to call it."),
        "parameters": kind("object", "The arguments to call it with."),
    });
    object(properties, &["recommended_next", "reason", "parameters"], "What to do next.")
}

fn action() -> Value {
    let properties = json!({
        "id": kind("string", "The id of the action."),
        "type": kind("string", "The kind of action, such as `suggestion`."),
        "label": kind("string", "The label for the user."),
        "reason": kind("string", "Why the user should do it."),
        "tool": kind("string", "The tool to call."),
        "parameters": kind("object", "The arguments to call it with."),
    });
    let required = ["id", "type", "label", "reason", "tool", "parameters"];
    object(properties, &required, "Something that can be done next.")
}
