// The author names the type of a framework, and not the function that makes it.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// Stands for the output of another framework.
struct ToolOutput(String);

fn to_output(envelope: Envelope) -> ToolOutput {
    ToolOutput(envelope.into_string())
}

#[envelope_tool(dialect = "response-v2", returns = ToolOutput)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = ping();
}

// why: A foreign type cannot implement `Output` in another crate.
// fix: `returns = ToolOutput, via = to_output`
