// The author configures the runtime with `worker_threads`, as in tokio.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", worker_threads = 4)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: The caller of an async tool runs its future.
// fix: the tool without it, and `#[tokio::main]` on `main`
