// The author has the tool repeated with `retry`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", retry = 3)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: Only the caller repeats a call.
// fix: the tool without it, and `retry = …` in `#[tool_error]`
