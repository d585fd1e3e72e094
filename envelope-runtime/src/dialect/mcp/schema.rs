//! The schema of the `CallToolResult` of the Model Context Protocol.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, json};

use super::{ContentBlock, Mcp, Version, published};
use crate::error::ErrorType;
use crate::metadata::Warning;
use crate::schema::{
    Contents, Describe, OutputSchema, ReturnType, error_code, is_object, part, upgrades,
};

impl<V: Version, T: ReturnType> OutputSchema<Mcp<V>, T> {
    /// The schema of a tool with the setting `structured_errors`.
    pub fn structured_errors(self) -> Self {
        self.with_errors()
    }
}

impl<V: Version> Describe for Mcp<V> {
    fn envelope(Contents { data, .. }: Contents, generator: &mut SchemaGenerator) -> Schema {
        let mut properties = Map::new();
        let mut required = vec!["content", "isError"];
        if let Some(result_type) = V::RESULT_TYPE {
            required.push("resultType");
            properties.insert("resultType".to_owned(), json!({"const": result_type}));
        }
        properties.extend([
            (
                "content".to_owned(),
                json!({"type": "array", "items": part::<ContentBlock>(generator), "minItems": 1}),
            ),
            (
                "structuredContent".to_owned(),
                json!({"description": "The tool's data, or its error."}),
            ),
            (
                "isError".to_owned(),
                json!({"type": "boolean", "description": "Whether the tool failed."}),
            ),
            (
                "_meta".to_owned(),
                json!({
                    "type": "object",
                    "properties": {
                        "request_id": {"type": "string"},
                        "rate_limit": {"type": "object"},
                        "telemetry": {"type": "object"},
                        "warnings": {"type": "array", "items": part::<Warning>(generator)},
                    },
                }),
            ),
        ]);
        json_schema!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
            "oneOf": [
                {
                    "title": "Success",
                    "properties": {"isError": {"const": false}, "structuredContent": data},
                    "required": ["structuredContent"],
                },
                {
                    "title": "Failure",
                    "properties": {"isError": {"const": true}, "structuredContent": error(generator)},
                },
            ],
        })
    }

    fn output(contents: Contents, generator: &mut SchemaGenerator) -> Schema {
        let Contents { data, structured_errors, .. } = contents;
        if !structured_errors {
            return data;
        }
        let mut schema = json_schema!({"anyOf": [data, error(generator)]});
        // The protocol version 2025-11-25 requires it.
        if is_object::<Self>() {
            schema.insert("type".to_owned(), "object".into());
        }
        schema
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        published::contract::<V>()
    }
}

fn error(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "title": "Error",
        "properties": {
            "error_code": error_code(),
            "error_type": part::<ErrorType>(generator),
            "message": {"type": "string", "description": "What went wrong."},
            "remediation": {"type": "string", "description": "What the caller can do about it."},
            "retry": {
                "type": "object",
                "properties": {
                    "worthwhile": {
                        "type": ["boolean", "null"],
                        "description": "Whether to try again; null where it depends on the state.",
                    },
                    "advice": {"type": "string", "description": "How to try again, or what to do before."},
                },
                "required": ["worthwhile", "advice"],
                "additionalProperties": false,
            },
            "details": {"type": "object", "description": "Facts about the error."},
            "upgrades": upgrades(generator),
        },
        "required": ["error_code", "error_type", "message", "retry"],
    })
}
