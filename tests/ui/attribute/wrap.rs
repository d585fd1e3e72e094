// The author nests the data with `wrap`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", wrap = "tasks")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: `data` is the name of the argument.
// fix: `data = "tasks"`
