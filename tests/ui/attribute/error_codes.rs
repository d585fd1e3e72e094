// The author lists the failures with `error_codes`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", error_codes = "NOT_FOUND")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: The error type of the function has the failures.
// fix: the tool without it, and an enum with `#[derive(ToolError)]`
