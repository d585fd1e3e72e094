// The author names an argument in the summary that the body takes.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", data = "path", summary("Read {}.", path))]
fn read(path: String) -> Result<String, ToolFailure> {
    Ok(path)
}

fn main() {}

// why: The body takes ownership of its arguments. Only `data`, its result, is left.
// fix: `summary("Read {}.", data)`
