// The author calls the function.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// Stands for the output of another framework.
struct ToolOutput(String);

fn to_output(envelope: Envelope) -> ToolOutput {
    ToolOutput(envelope.into_string())
}

#[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = to_output())]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = ping();
}

// why: The function is called when the tool has answered.
// fix: `via = to_output`
