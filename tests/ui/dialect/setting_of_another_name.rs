// The author knows the correlation id by its name in another contract.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), request_id = "req_1")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The setting has the name that the contract gives it, and dotbot writes `audit.correlation_id`.
// fix: `correlation_id = "req_1"`
