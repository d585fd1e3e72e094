// The author returns a `Result` to the framework.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", returns = Result<String, ToolFailure>)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The text of a failure is an envelope, too.
// fix: `returns = String`
