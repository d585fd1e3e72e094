//! The schema of `dotbot-mcp-response@1`.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::{Action, Dotbot, Health, Host, ID, Intent, Issue, published};
use crate::schema::{Contents, Describe, part};

impl Describe for Dotbot {
    fn envelope(Contents { data, .. }: Contents, generator: &mut SchemaGenerator) -> Schema {
        let issues = part::<Issue>(generator);
        // The data of a failure is empty, or that of a reply with errors.
        let of_failure = json_schema!({
            "anyOf": [{"type": "object", "additionalProperties": false}, data],
        });
        json_schema!({
            "type": "object",
            "properties": {
                "schema_id": {"const": ID, "description": "The contract."},
                "tool": {"type": "string", "description": "The tool's name."},
                "version": {"type": "string", "description": "The tool's semantic version."},
                "status": part::<Health>(generator),
                "summary": {"type": "string", "description": "What happened, in one sentence."},
                "data": {"type": "object", "description": "The tool's data."},
                "warnings": {
                    "type": "array",
                    "items": issues,
                    "description": "What did not keep the tool from working.",
                },
                "errors": {
                    "type": "array",
                    "items": issues,
                    "description": "What kept the tool from doing its work.",
                },
                "audit": audit(generator),
                "intent": part::<Intent>(generator),
                "actions": {
                    "type": "array",
                    "items": part::<Action>(generator),
                    "minItems": 1,
                    "description": "What can be done next.",
                },
            },
            "required": [
                "schema_id", "tool", "version", "status", "summary", "data", "warnings", "errors", "audit",
            ],
            "additionalProperties": false,
            "oneOf": [
                {
                    "title": "Success",
                    "properties": {
                        "status": {"const": "ok"},
                        "data": data,
                        "warnings": {"maxItems": 0},
                        "errors": {"maxItems": 0},
                    },
                },
                {
                    "title": "Success with warnings",
                    "properties": {
                        "status": {"const": "warning"},
                        "data": data,
                        "warnings": {"minItems": 1},
                        "errors": {"maxItems": 0},
                    },
                },
                {
                    "title": "Failure",
                    "properties": {
                        "status": {"const": "error"},
                        "data": of_failure,
                        "errors": {"minItems": 1},
                    },
                },
            ],
        })
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        published::contract()
    }
}

fn audit(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "properties": {
            "timestamp": {
                "type": "string",
                "format": "date-time",
                "description": "When the call ended, in UTC.",
            },
            "duration_ms": {
                "type": "integer",
                "minimum": 0,
                "description": "How long the call took, in milliseconds.",
            },
            "source": {"type": "string", "description": "The relative path of the tool's source."},
            "host": part::<Host>(generator),
            "correlation_id": {
                "type": "string",
                "description": "The id that ties the envelope to logs and traces.",
            },
            "write_to": {
                "type": "string",
                "description": "The relative path of the file that the tool wrote.",
            },
        },
        "required": ["timestamp", "duration_ms", "source"],
        "additionalProperties": false,
    })
}
