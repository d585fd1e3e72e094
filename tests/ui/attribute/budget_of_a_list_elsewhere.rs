// The author names the list as a field of the type, but the data is under a key.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "tasks", budget(bytes = 60_000, list = "items"))]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

fn main() {
    println!("{}", list());
}

// why: The path of the list begins at the data in the envelope, with a key of `data = "…"`.
// fix: `list = "tasks"`
