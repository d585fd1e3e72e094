// The author calls the data by another name.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", data = "numbers", summary("Found {}.", result.len()))]
fn find() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

fn main() {}

// why: The summary is formatted after the body, when only `data` is left.
// fix: `summary("Found {}.", data.len())`
