// The author gives the list in brackets.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects = ["response-v2", "mcp-2025-11-25"])]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The contracts are a list.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
