// The author sends a struct as the text of a result.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "mcp-2026-07-28", text)]
async fn read() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: 1 })
}

fn main() {
    let _ = read();
}

// why: With `text` alone, the data is the text of the result, and a struct without `Display` is no text.
// fix: `text("Spec {}", data.id)`
