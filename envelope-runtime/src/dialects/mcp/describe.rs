//! The schema of the `CallToolResult` of the Model Context Protocol.

use envelope_contracts::Contract;
use schemars::{Schema, SchemaGenerator, json_schema};

use super::{Mcp, Version};
use crate::dialect::{Contents, Describe, of_contract};

#[doc(hidden)]
impl<V: Version> Describe for Mcp<V> {
    fn envelope(_: Contents, _: &mut SchemaGenerator) -> Schema {
        Contract::find(V::ID).map(of_contract).unwrap_or_default()
    }

    fn output(contents: Contents, _: &mut SchemaGenerator) -> Schema {
        if !contents.structured_errors {
            return contents.data;
        }
        let error_code = contents.error_code(V::ID);
        let error = json_schema!({
            "type": "object",
            "properties": {"error_code": error_code, "message": {"type": "string"}},
            "required": ["error_code", "message"],
        });
        json_schema!({"anyOf": [contents.data, error]})
    }
}
