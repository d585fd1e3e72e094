// The author names the host by its text.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Pong."), host = "warp")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: `audit.host` is a host that the contract lists, or null.
// fix: `host = Some(dotbot::Host::Warp)`
