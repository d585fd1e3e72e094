// The author means the status of one of the tool's failures.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", status = 404)]
fn find() -> Result<(), ToolFailure> {
    Err(ToolFailure::not_found("Spec", "auth"))
}

fn main() {
    let _ = find();
}

// why: `status` applies to successes. The category of a failure decides its status.
// fix: no `status`: a failure of the category `not_found` has the status 404
