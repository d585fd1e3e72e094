// The author takes the size from an argument.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "tasks", budget = bytes)]
fn list(bytes: usize) -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

fn main() {
    println!("{}", list(60_000));
}

// why: A budget is a part of the tool, which is known when compiling.
// fix: a literal or a constant: `budget = MAX_BYTES`
