// The author names the format with `mime_type`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", mime_type = "application/json")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: Every contract is JSON.
// fix: the tool without it, or `returns = String`
