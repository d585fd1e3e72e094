// The author left the contracts for later.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects())]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: A tool answers in a contract from its list, by default the first.
// fix: `dialects("response-v2", "mcp-2025-11-25")`
