// The author annotates the tool, as in the SDK.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", annotations(read_only_hint = true))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The SDK describes a tool to its clients.
// fix: `#[tool(annotations(read_only_hint = true))]`
