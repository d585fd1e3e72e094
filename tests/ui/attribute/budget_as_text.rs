// The author writes the size as it is written in a configuration file.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "tasks", budget = "60k")]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

fn main() {
    println!("{}", list());
}

// why: A budget is a number of bytes.
// fix: `budget = 60_000`
