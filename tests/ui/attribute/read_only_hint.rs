// The author annotates the tool with `read_only_hint`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", read_only_hint = true)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: An annotation tells the SDK's clients how the tool behaves.
// fix: the tool without it, and the hint in the SDK's `#[tool(annotations(…))]`
