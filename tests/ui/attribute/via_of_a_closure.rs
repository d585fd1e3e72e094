// The author writes a closure.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

/// Stands for the output of another framework.
struct ToolOutput(String);

fn to_output(envelope: Envelope) -> ToolOutput {
    ToolOutput(envelope.into_string())
}

#[envelope_tool(dialect = "response-v2", returns = ToolOutput, via = |envelope| to_output(envelope))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = ping();
}

// why: A function has a type that messages can name.
// fix: `via = to_output`
