// The author gives several dialects in an array.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = ["response-v2", "mcp-2025-11-25"])]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The contracts are a list.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
