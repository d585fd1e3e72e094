// The author waits for a task, and forgets the feature.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use tokio::task::JoinHandle;

#[envelope_tool(dialect = "response-v2", data = "count")]
async fn count(task: JoinHandle<u8>) -> Result<u8, ToolFailure> {
    Ok(task.await?)
}

fn main() {}

// why: The errors of other crates have codes behind features of their names.
// fix: `envelope-runtime = { version = "0.1", features = ["tokio"] }`
