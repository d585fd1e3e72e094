// The author formats a field that the data does not have, for both versions of MCP.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialects("mcp-2025-11-25", "mcp-2026-07-28"), text("{}", data.title))]
fn ping() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: 1 })
}

fn main() {
    println!("{}", ping());
}

// why: A text is formatted from the data that the tool returns, and can name only its fields.
// fix: `text("{}", data.id)`
