// The author returns a list, which only one of the dialects accepts.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("mcp-2026-07-28", "response-v2", "mcp-2025-11-25"))]
fn ping() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", ping());
}

// why: In `mcp-2025-11-25`, `structuredContent` is a JSON object; from `mcp-2026-07-28` on it is any JSON value.
// fix: `data = "items"`, or `dialect = "mcp-2026-07-28"`
