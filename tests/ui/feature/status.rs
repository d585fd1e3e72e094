// The tool is an endpoint whose success is `201 Created`, and the author forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", status = 201)]
fn create() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    let _ = create();
}

// why: Responses of HTTP are in the module `http`, which needs the feature.
// fix: `envelope-runtime = { version = "0.1", features = ["http"] }`
