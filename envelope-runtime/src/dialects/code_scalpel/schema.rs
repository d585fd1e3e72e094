//! The schema of `code-scalpel-v1`.

use envelope_contracts::code_scalpel::{CODES, CONTRACT};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::json;

use super::CodeScalpel;
use super::code::codes_of;
use crate::dialect::{Contents, Describe, of_contract};

impl Describe for CodeScalpel {
    fn envelope(contents: Contents, _: &mut SchemaGenerator) -> Schema {
        // The vocabulary is closed, even if the error is open.
        let error_code = if contents.failures.is_open() {
            json_schema!({"enum": CODES})
        } else {
            contents.codes(codes_of)
        };
        json_schema!({
            "type": "object",
            "required": ["error", "data"],
            "anyOf": [
                {"properties": {"error": {"type": "null"}, "data": contents.data}},
                {"properties": {"error": {
                    "type": "object",
                    "properties": {"error_code": error_code},
                    "required": ["error_code"],
                }}},
            ],
        })
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        let mut schema = of_contract(&CONTRACT);
        let paid = json!({"type": "string", "enum": ["pro", "enterprise"]});
        let rule = json!({
            "if": {"type": "object", "properties": {"tier": paid}, "required": ["tier"]},
            "then": {
                "type": "object",
                "properties": {"duration_ms": {"type": "number"}},
                "required": ["duration_ms"],
            },
        });
        schema.insert("allOf".to_owned(), json!([rule]));
        schema
    }
}
