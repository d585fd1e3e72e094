// The author calls the attribute by the crate's name.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn pong() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The attribute is an item of the crate.
// fix: `#[envelope_tool(dialect = "response-v2")]`
