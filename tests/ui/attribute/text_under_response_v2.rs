// The author gives a text to a contract that has none.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", text("Pong."))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The contract has no key for it, so it would be lost.
// fix: leave it out, or use a dialect that has it: `dialect = "mcp-2025-11-25"`
