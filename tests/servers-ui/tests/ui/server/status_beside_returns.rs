// The tool returns a response of its own type, and names a status beside.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", returns = String, status = 201)]
fn create() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _: String = create();
}

// why: `status` makes the function return an `Envelope` with that status.
// fix: `status = 201` without `returns`, or your own type in `returns`, which has the status
