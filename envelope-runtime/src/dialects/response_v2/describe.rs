//! The schema of response-v2.

use envelope_contracts::response_v2::{AI_PROVIDER, CONTRACT, typed_codes};
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::{ID, ResponseV2};
use crate::dialect::{Contents, Describe, of_contract};
use crate::error::ErrorType;

#[doc(hidden)]
impl Describe for ResponseV2 {
    fn envelope(contents: Contents, _: &mut SchemaGenerator) -> Schema {
        // A client gets this schema with every tool, so it is short: only the data shows whether the call failed.
        let failure = json_schema!({
            "type": "object",
            "properties": {"error_code": contents.error_code(ID)},
            "required": ["error_code"],
        });
        json_schema!({
            "type": "object",
            "properties": {
                "success": {"type": "boolean"},
                "data": {"anyOf": [contents.data, failure]},
            },
            "required": ["success", "data"],
        })
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        let mut schema = of_contract(&CONTRACT);
        let types = ErrorType::ALL.iter().map(|error_type| type_of_codes(error_type.as_str()));
        schema.insert("allOf".to_owned(), types.collect());
        // Not the boolean schema, which some clients refuse.
        schema.insert("additionalProperties".to_owned(), json!({"not": {}}));
        schema
    }
}

/// A failure with a standard code has the `error_type` of the code, or `ai_provider`, which belongs to no code.
fn type_of_codes(error_type: &str) -> Value {
    let codes = typed_codes().filter(|code| code.error_type == error_type);
    let codes: Vec<_> = codes.map(|code| code.name).collect();
    json!({
        "if": in_failure(&json!({"error_code": {"type": "string", "enum": codes}}), &["error_code"]),
        "then": in_failure(&json!({"error_type": {"type": ["string", "null"], "enum": [error_type, AI_PROVIDER, null]}}), &[]),
    })
}

fn in_failure(properties: &Value, required: &[&str]) -> Value {
    let data = json!({"type": "object", "properties": properties, "required": required});
    let success = json!({"type": "boolean", "const": false});
    json!({
        "type": "object",
        "properties": {"success": success, "data": data},
        "required": ["success", "data"],
    })
}
