// The author limits the time of a tool, and forgets the feature.
// errors: 1

use std::time::Duration;

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", timeout = Duration::from_secs(5))]
async fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", pollster::block_on(ping()));
}

// why: `timeout` uses the clock of `tokio`, which is not a dependency by default.
// fix: `envelope-runtime = { version = "0.1", features = ["tokio"] }`
