// The author names the error in the attribute.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", error = ToolFailure)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The function returns a `Result`, which names both types.
// fix: the attribute without `error = ToolFailure`
