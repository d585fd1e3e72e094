//! The schema of response-v2.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::{
    ContentFidelity, ID, Pagination, RateLimit, ResponseV2, Telemetry, Warning, published,
};
use crate::error::ErrorType;
use crate::schema::{Contents, Describe, JsonObject, error_code, part, upgrades};

impl Describe for ResponseV2 {
    fn envelope(contents: Contents, generator: &mut SchemaGenerator) -> Schema {
        let Contents { data, is_reply, .. } = contents;
        json_schema!({
            "type": "object",
            "properties": {
                "success": {"type": "boolean", "description": "Whether the tool succeeded."},
                "data": {"type": "object", "description": "The tool's data, or what is known of its error."},
                "error": {"type": ["string", "null"], "description": "The message of a failure."},
                "meta": meta(is_reply, generator),
            },
            "required": ["success", "data", "error", "meta"],
            "additionalProperties": false,
            "oneOf": [
                {
                    "title": "Success",
                    "properties": {
                        "success": {"const": true},
                        "data": data,
                        "error": {"type": "null"},
                    },
                },
                {
                    "title": "Failure",
                    "properties": {
                        "success": {"const": false},
                        "data": error(generator),
                        "error": {"type": "string"},
                    },
                },
            ],
        })
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        published::contract()
    }
}

fn error(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "properties": {
            "error_code": error_code(),
            "error_type": part::<ErrorType>(generator),
            "remediation": {"type": "string", "description": "What the caller can do about it."},
            "details": {"type": "object", "description": "Facts about the error."},
            "upgrades": upgrades(generator),
        },
        "required": ["error_code", "error_type"],
    })
}

fn meta(is_reply: bool, generator: &mut SchemaGenerator) -> Schema {
    let mut meta = json_schema!({
        "type": "object",
        "properties": {
            "version": {"const": ID, "description": "The contract."},
            "request_id": {
                "type": "string",
                "pattern": "^[A-Za-z0-9_-]+$",
                "description": "The id that ties the envelope to logs and traces.",
            },
            "rate_limit": part::<RateLimit>(generator),
            "telemetry": part::<Telemetry>(generator),
        },
        "required": ["version"],
    });
    if let Some(Value::Object(properties)) = meta.get_mut("properties").filter(|_| is_reply) {
        properties.extend(of_reply(generator));
    }
    meta
}

/// What only a reply can carry.
fn of_reply(generator: &mut SchemaGenerator) -> JsonObject {
    let properties = json!({
        "warnings": {
            "type": "array",
            "items": {"type": "string"},
            "minItems": 1,
            "description": "What went wrong without making the call fail.",
        },
        "warning_details": {
            "type": "array",
            "items": part::<Warning>(generator),
            "minItems": 1,
            "description": "The same with code, severity and context.",
        },
        "pagination": part::<Pagination>(generator),
        "content_fidelity": part::<ContentFidelity>(generator),
        "content_fidelity_schema_version": {
            "type": "string",
            "description": "The version of the four content keys.",
        },
        "dropped_content_ids": {
            "type": "array",
            "items": {"type": "string"},
            "minItems": 1,
            "description": "Ids of content that was left out.",
        },
        "content_archive_hashes": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Hashes of archived content, by archive id.",
        },
    });
    properties.as_object().cloned().unwrap_or_default()
}
