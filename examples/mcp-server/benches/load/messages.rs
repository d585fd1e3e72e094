//! The messages before the first call.

use serde_json::{Value, json};

pub(crate) fn initialize() -> Value {
    let client = json!({"name": "load", "version": "1"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    json!({"jsonrpc": "2.0", "id": "initialize", "method": "initialize", "params": params})
}

pub(crate) fn initialized() -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/initialized"})
}
