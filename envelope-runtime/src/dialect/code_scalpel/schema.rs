//! The schema of `code-scalpel-v1`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::code::VOCABULARY;
use super::{CodeScalpel, MAX_ERROR_TEXT, Tier, UpgradeHint, published};
use crate::schema::{Contents, Describe, part};

impl Describe for CodeScalpel {
    fn envelope(Contents { data, .. }: Contents, generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "tier": part::<Tier>(generator),
                "tool_version": {"type": "string", "description": "The tool's semantic version."},
                "tool_id": {"type": "string", "description": "The tool's id."},
                "request_id": {
                    "type": "string",
                    "description": "The id that ties the envelope to logs and traces.",
                },
                "capabilities": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "What this invocation supports.",
                },
                "duration_ms": {
                    "type": "integer",
                    "minimum": 0,
                    "description": "How long the call took, in milliseconds.",
                },
                "error": {"type": ["object", "null"], "description": "Why the tool failed."},
                "upgrade_hints": {
                    "type": "array",
                    "items": part::<UpgradeHint>(generator),
                    "description": "The features that a higher tier has.",
                },
                "data": {"description": "The tool's data."},
            },
            "required": [
                "tier", "tool_version", "tool_id", "request_id", "capabilities", "duration_ms", "error",
                "upgrade_hints", "data",
            ],
            "additionalProperties": false,
            "oneOf": [
                {"title": "Success", "properties": {"error": {"type": "null"}, "data": data}},
                {
                    "title": "Failure",
                    "properties": {"error": error(), "data": {"type": ["object", "null"]}},
                },
            ],
        })
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        published::contract()
    }
}

fn error() -> Schema {
    json_schema!({
        "type": "object",
        "properties": {
            "error": {
                "type": "string",
                "maxLength": MAX_ERROR_TEXT,
                "description": "The message.",
            },
            "error_code": {"enum": VOCABULARY, "description": "The code of the error."},
            "error_details": {
                "type": ["object", "null"],
                "description": "Facts about the error, and what the caller can do about it.",
            },
        },
        "required": ["error", "error_code", "error_details"],
        "additionalProperties": false,
    })
}
