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

// why: In `response-v2`, `data` is a JSON object, so a tool that returns a list nests it under a key.
// fix: `OutputSchema::<ResponseV2, Vec<u8>>::under(["numbers"])`
