// The author wants no limit.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "tasks", budget = 0)]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![1])
}

fn main() {
    println!("{}", list());
}

// why: No envelope has 0 bytes. Without `budget`, there is no limit.
// fix: a larger number, such as `budget = 60_000`
