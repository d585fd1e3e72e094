// The author names the list that is cut, but no size.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "tasks", budget(list = "tasks"))]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

fn main() {
    println!("{}", list());
}

// why: A budget is a number of bytes.
// fix: `budget(bytes = 60_000, list = "tasks")`
