// The author returns a list, which only the later version accepts.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", list());
}

// why: In `mcp-2025-11-25`, `structuredContent` is a JSON object; from `mcp-2026-07-28` on it is any JSON value.
// fix: `data = "items"`, or `dialect = "mcp-2026-07-28"`
