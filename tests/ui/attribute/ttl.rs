// The author has results kept with `ttl`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", ttl = 60)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: A tool answers each call; what it keeps between calls is its own.
// fix: the tool without it, and a cache in the body, for example a `OnceLock`
