// The author returns the envelope itself.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn pong() -> Envelope {
    ping()
}

fn main() {}

// why: A failure needs an error with a code and a message, so a tool returns a `Result`.
// fix: `fn find(id: &str) -> Result<Spec, SpecError>`
