//! The schema of `dotbot-mcp-response@1`.

use envelope_contracts::dotbot::{CONTRACT, STATUSES};
use schemars::{Schema, SchemaGenerator, json_schema};

use super::{Dotbot, ID};
use crate::dialect::{Contents, Describe, of_contract};

#[doc(hidden)]
impl Describe for Dotbot {
    fn envelope(mut contents: Contents, _: &mut SchemaGenerator) -> Schema {
        // The author of a reply chooses the codes of its errors.
        if contents.is_reply {
            contents.failures = contents.failures.open();
        }
        let code = contents.error_code(ID);
        let error =
            json_schema!({"type": "object", "properties": {"code": code}, "required": ["code"]});
        json_schema!({
            "type": "object",
            "required": ["status", "data", "errors"],
            "properties": {
                "status": {"enum": STATUSES},
                "data": {"anyOf": [contents.data, {"type": "object", "maxProperties": 0}]},
                "errors": {"type": "array", "items": error},
            },
        })
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        of_contract(&CONTRACT)
    }
}
