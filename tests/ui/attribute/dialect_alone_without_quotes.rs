// The author gives the dialect alone, without quotes.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dotbot-mcp-response@1, version = "1.0.0", summary("Pong."))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: Every argument has a name.
// fix: `dialect = "dotbot-mcp-response@1"`
