// The author wants to name the list that is cut.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "tasks", budget(bytes = 60_000, path = "tasks"))]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

fn main() {
    println!("{}", list());
}

// why: A budget has a number of bytes, and the path of a list and a hint if needed.
// fix: `list = "tasks"`
