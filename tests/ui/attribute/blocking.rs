// The author configures the runtime with `blocking`, as in tokio.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", blocking)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: The caller of an async tool runs its future.
// fix: the tool without it, and `#[tokio::main]` on `main`
