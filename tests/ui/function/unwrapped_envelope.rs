// The author unwraps what a tool returns.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    ping().unwrap();
}

// why: A tool answers with an envelope, also on failure.
// fix: `assert!(ping().is_success())`, or `envelope_client::data::<T>(&ping())`
