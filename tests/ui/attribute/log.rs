// The author has calls logged with `log`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", log)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: With the feature `tracing`, each call is a span and an event.
// fix: the tool without it, and the feature `tracing` of `envelope-runtime`
