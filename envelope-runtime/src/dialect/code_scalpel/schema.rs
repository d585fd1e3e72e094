//! The schema of `code-scalpel-v1`.

use envelope_contracts::code_scalpel::CONTRACT;
use schemars::{Schema, SchemaGenerator};
use serde_json::json;

use super::CodeScalpel;
use crate::schema::{Contents, Describe, of_contract, of_tool};

impl Describe for CodeScalpel {
    fn envelope(contents: Contents, _: &mut SchemaGenerator) -> Schema {
        of_tool(&CONTRACT, &contents)
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
