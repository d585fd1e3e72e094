//! The schema of the contract `code-scalpel-v1`, for the envelopes of every server.

use schemars::{Schema, json_schema};
use serde_json::{Value, json};

use super::code::VOCABULARY;
use crate::schema::published::{
    SEMANTIC_VERSION, TEXT, amount, array, kind, object, or_null, pattern, words,
};

const TIERS: [&str; 3] = ["community", "pro", "enterprise"];

pub(super) fn contract() -> Schema {
    json_schema!({
        "type": "object",
        "properties": {
            "tier": words(&TIERS, "The tier of the caller."),
            "tool_version": pattern(SEMANTIC_VERSION, "The tool's semantic version."),
            "tool_id": pattern(TEXT, "The tool's id."),
            "request_id": pattern(TEXT, "The id that connects the envelope to logs and traces."),
            "capabilities": array(&json!({"type": "string"}), "What this invocation supports."),
            "duration_ms": or_null(amount("How long the call took, in milliseconds.")),
            "error": or_null(error()),
            "upgrade_hints": array(&hint(), "The features that a higher tier has."),
            "data": {"description": "The tool's data."},
        },
        "required": [
            "tier", "tool_version", "tool_id", "request_id", "capabilities", "error", "upgrade_hints",
            "data",
        ],
        "if": {"properties": {"tier": {"enum": ["pro", "enterprise"]}}, "required": ["tier"]},
        "then": {"properties": {"duration_ms": {"type": "number"}}, "required": ["duration_ms"]},
    })
}

fn error() -> Value {
    let properties = json!({
        "error": pattern(TEXT, "The message."),
        "error_code": words(&VOCABULARY, "The code of the error."),
        "error_details": or_null(kind("object", "Facts about the error.")),
    });
    object(properties, &["error", "error_code", "error_details"], "Why the tool failed.")
}

fn hint() -> Value {
    let properties = json!({
        "feature": kind("string", "The name of the feature."),
        "tier": words(&TIERS, "The tier that has it."),
        "reason": kind("string", "Why to upgrade."),
    });
    object(properties, &["feature", "tier", "reason"], "A feature that a higher tier has.")
}
