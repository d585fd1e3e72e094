// The author returns an MCP result, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

/// Stands for that of the SDK.
struct CallToolResult;

#[envelope_tool(dialect = "response-v2", returns = CallToolResult)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let CallToolResult = ping();
}

// why: `CallToolResult` is a type of the official SDK, which is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["rmcp"] }`
