// The author writes the attribute twice.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
#[envelope_tool(dialect = "response-v2")]
async fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The second attribute would wrap the envelope of the first.
// fix: `#[envelope_tool(dialect = "response-v2", telemetry)]`
