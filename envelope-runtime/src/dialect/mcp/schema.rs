//! The schema of the `CallToolResult` of the Model Context Protocol.

use envelope_contracts::Contract;
use envelope_contracts::mcp::STRUCTURED_ERROR;
use schemars::{Schema, SchemaGenerator, json_schema};

use super::{Mcp, Version};
use crate::schema::{Contents, Describe, OutputSchema, ReturnType, of_contract, of_tool_object};

impl<V: Version, T: ReturnType> OutputSchema<Mcp<V>, T> {
    /// The schema of a tool with the setting `structured_errors`.
    pub fn structured_errors(self) -> Self {
        self.with_errors()
    }
}

impl<V: Version> Describe for Mcp<V> {
    fn envelope(_: Contents, _: &mut SchemaGenerator) -> Schema {
        Contract::find(V::ID).map(of_contract).unwrap_or_default()
    }

    fn output(contents: Contents, _: &mut SchemaGenerator) -> Schema {
        if !contents.structured_errors {
            return contents.data;
        }
        let mut error = of_tool_object(&STRUCTURED_ERROR, &contents);
        error.insert("title".to_owned(), "Error".into());
        json_schema!({"anyOf": [contents.data, error]})
    }
}
