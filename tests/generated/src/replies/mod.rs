//! Readers return the same data and metadata that a tool's reply had, for all metadata of each contract.

use serde_json::Value;

pub(crate) mod code_scalpel;
pub(crate) mod dotbot;
pub(crate) mod mcp;
pub(crate) mod response_v2;

/// Removes empty texts from an object, since an envelope leaves them out.
fn written(mut object: Value) -> Value {
    if let Some(entries) = object.as_object_mut() {
        entries.retain(|_, value| value != "");
    }
    object
}
