// The author names a contract twice.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25", "response-v2"))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A caller chooses a contract by its name, so each is in the list once.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
