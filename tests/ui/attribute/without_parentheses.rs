// The author writes the attribute without arguments.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The contract decides the shape of the envelope, and there is no default.
// fix: `#[envelope_tool(dialect = "response-v2")]`
