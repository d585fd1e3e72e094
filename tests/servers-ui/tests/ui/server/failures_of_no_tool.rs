// The author lists the failures of a function that the SDK does not know.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", list_failures)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = ping();
}

// why: The failures are in the list of tools of an MCP server, which has only the SDK's tools.
// fix: `#[envelope_tool(dialect = "response-v2")]`
