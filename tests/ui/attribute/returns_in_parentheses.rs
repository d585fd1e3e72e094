// The author gives the type in parentheses.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", returns(String))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The function returns this type instead of `Envelope`.
// fix: `returns = String`
