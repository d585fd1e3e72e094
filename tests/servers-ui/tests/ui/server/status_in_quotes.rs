// The status is written as text.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", status = "201 Created")]
fn create() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = create();
}

// why: `status` is a number that is known at compile time.
// fix: `status = 201`
