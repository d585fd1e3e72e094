// The author gives the request id in parentheses.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", request_id(id))]
fn ping(id: &str) -> Result<(), ToolFailure> {
    let _ = id;
    Ok(())
}

fn main() {}

// why: Each call has its own id, so the value is an expression.
// fix: `request_id = id`, or `request_id = format!("req_{}", 7)`
