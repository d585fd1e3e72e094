// The author writes the version as a number.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = 1.0, summary("Pong."))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The contracts have semantic versions, so that clients can compare them.
// fix: `version = "1.0.0"`
