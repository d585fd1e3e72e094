// The author limits the callers with `guard`, as on a route.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", guard = "is_admin")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: Only the body knows the caller.
// fix: the tool without it, and `return Err(ToolFailure::forbidden(…))` in the body
