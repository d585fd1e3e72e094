// The tool deletes something, and its success should have the status 204.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", status = 204)]
fn delete() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = delete();
}

// why: A response with the status 204 or 205 has no body, and a tool always answers with an envelope.
// fix: no `status`, which is `status = 200`
