//! The schema of `dotbot-mcp-response@1`.

use envelope_contracts::dotbot::CONTRACT;
use schemars::{Schema, SchemaGenerator};

use super::Dotbot;
use crate::schema::{Contents, Describe, of_contract, of_tool};

impl Describe for Dotbot {
    fn envelope(contents: Contents, _: &mut SchemaGenerator) -> Schema {
        of_tool(&CONTRACT, &contents)
    }

    fn contract(_: &mut SchemaGenerator) -> Schema {
        of_contract(&CONTRACT)
    }
}
