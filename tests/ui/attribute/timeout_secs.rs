// The author limits the time with `timeout_secs`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", timeout_secs = 5)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: The limit is a `Duration`, for an async tool.
// fix: the tool without it, or `timeout = Duration::from_secs(5)` on an async tool
