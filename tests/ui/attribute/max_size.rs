// The author limits the size of a result with `max_size`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", max_size = 60_000)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: A budget cuts a list at whole items, and reports it.
// fix: `budget = 60_000`
