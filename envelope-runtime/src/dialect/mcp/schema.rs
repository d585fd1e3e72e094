//! The schema of the `CallToolResult` of the Model Context Protocol.

use schemars::{Schema, SchemaGenerator, json_schema};

use super::{Mcp, Version, published};
use crate::error::ErrorType;
use crate::schema::{Contents, Describe, OutputSchema, ReturnType, error_code, part, upgrades};

impl<V: Version, T: ReturnType> OutputSchema<Mcp<V>, T> {
    /// The schema of a tool with the setting `structured_errors`.
    pub fn structured_errors(self) -> Self {
        self.with_errors()
    }
}

impl<V: Version> Describe for Mcp<V> {
    fn envelope(_: Contents, _: &mut SchemaGenerator) -> Schema {
        published::contract::<V>()
    }

    fn output(contents: Contents, generator: &mut SchemaGenerator) -> Schema {
        let Contents { data, structured_errors, .. } = contents;
        if !structured_errors {
            return data;
        }
        json_schema!({"anyOf": [data, error(generator)]})
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
