// The same in an async tool.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
async fn ping() -> Result<(), ToolFailure> {
    let _ = 1;
}

fn main() {
    let _ = ping();
}
