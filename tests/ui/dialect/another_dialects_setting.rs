// The author measures a dotbot tool, which is always measured.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), telemetry)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The contract has no such key, or always sends it: every dotbot envelope has a `duration_ms`.
// fix: leave it out: `dialect = "dotbot-mcp-response@1", summary("Pong.")`
