// The author gives the list twice.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2"), dialects("mcp-2025-11-25"))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The list contains all contracts of the tool, and the first is the default.
// fix: `dialects("response-v2", "mcp-2025-11-25")` alone
