// The author turns a flag on in parentheses.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", telemetry(true))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `catch_panic`
