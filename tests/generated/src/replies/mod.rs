//! Readers return the same data and metadata that a tool's reply had, for all metadata of each contract.

use serde_json::Value;

pub(crate) mod code_scalpel;
pub(crate) mod dotbot;
pub(crate) mod mcp;
pub(crate) mod response_v2;

/// An object as the client writes it again: without empty texts, which are those that an envelope lacks.
fn written(mut object: Value) -> Value {
    if let Some(entries) = object.as_object_mut() {
        entries.retain(|_, value| value != "");
    }
    object
}
