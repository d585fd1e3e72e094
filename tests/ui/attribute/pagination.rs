// The author sets `pagination` for all answers.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", pagination)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: Metadata belongs to a single answer.
// fix: the tool without it, and a `Reply` with the metadata
