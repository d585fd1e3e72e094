// The author has panics answered with `catch_unwind`.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", catch_unwind)]
fn list_tasks() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", list_tasks());
}

// why: A flag has the panic answered.
// fix: `catch_panic`
