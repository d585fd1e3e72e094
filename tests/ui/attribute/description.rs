// The author describes the tool, as in the SDK.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", description = "Answers.")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The SDK describes a tool to its clients.
// fix: `#[tool(description = "Answers.")]`, or a doc comment
