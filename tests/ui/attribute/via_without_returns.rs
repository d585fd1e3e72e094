// The author names only the function that makes the output.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// Stands for the output of another framework.
struct ToolOutput(String);

fn to_output(envelope: Envelope) -> ToolOutput {
    ToolOutput(envelope.into_string())
}

#[envelope_tool(dialect = "response-v2", via = to_output)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = ping();
}

// why: The signature of the tool needs the type, and a macro does not see the signature of another function.
// fix: `returns = ToolOutput, via = to_output`
