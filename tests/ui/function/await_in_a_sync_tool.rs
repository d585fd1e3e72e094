// The author awaits in a function that is not async.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

async fn later() {}

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    later().await;
    Ok(())
}

fn main() {}

// why: The body of a tool follows the rules of its function: only an `async` function can await.
// fix: `async fn ping() -> Result<(), ToolFailure>`
