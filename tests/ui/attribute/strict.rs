// The author refuses unknown arguments, as in FastMCP.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", strict)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: By default, an unknown argument is a warning.
// fix: `unknown_arguments = "reject"`
