// The author names the state with `context`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", context = "store")]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: A tool takes its state as an argument.
// fix: the tool without it, and an argument of the function, `store: &Store`
