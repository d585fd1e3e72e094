// The author lists the failures of a tool, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", list_failures)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The list of tools is part of an MCP server, which needs the SDK. The SDK is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["rmcp"] }`
