// The author left the id for later.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", request_id)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Each call has its own id, so the value is an expression.
// fix: `request_id = id`, or `request_id = format!("req_{}", 7)`
