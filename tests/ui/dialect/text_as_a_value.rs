// The author gives the text like a value.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", text = "Pong.")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The text is formatted from the data of each call.
// fix: `text("{} found", data.len())`
