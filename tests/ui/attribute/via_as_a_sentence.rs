// The author explains what makes the output.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// Stands for the output of another framework.
struct ToolOutput(String);

fn to_output(envelope: Envelope) -> ToolOutput {
    ToolOutput(envelope.into_string())
}

#[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = "a conversion to text")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = ping();
}

// why: The value names the function that makes the output.
// fix: `via = to_output`
