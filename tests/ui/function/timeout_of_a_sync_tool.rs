// The author limits the time of a tool that is not async.
// errors: 1

use std::time::Duration;

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", timeout = Duration::from_secs(5))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The body is dropped when its time is over, which only a future can be.
// fix: `async fn ping() -> …`
