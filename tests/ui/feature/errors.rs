use envelope_runtime::{ToolError, ToolFailure, envelope_tool};
use tokio::task::JoinHandle;
use uuid::Uuid;

// The author returns any error, and forgets the feature.
// why: The errors of other crates have codes behind features that are named after them and their versions.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow1"] }`
#[envelope_tool(dialect = "response-v2")]
fn anyhow() -> anyhow::Result<()> {
    Ok(())
}

// The author passes on any error, and forgets the feature.
// why: The errors of other crates have codes behind features that are named after them and their versions.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow1"] }`
#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Other(#[from] anyhow::Error),
}

// The author uses `?` on any error, and forgets the feature.
// why: The errors of other crates have codes behind features that are named after them and their versions.
// fix: `envelope-runtime = { version = "0.1", features = ["anyhow1"] }`
fn parse(text: &str) -> anyhow::Result<u8> {
    Ok(text.parse()?)
}

#[envelope_tool(dialect = "response-v2", data = "id")]
fn question_mark_on_anyhow(id: &str) -> Result<u8, ToolFailure> {
    Ok(parse(id)?)
}

// The author waits for a task, and forgets the feature.
// why: The errors of other crates have codes behind features that are named after them and their versions.
// fix: `envelope-runtime = { version = "0.1", features = ["tokio1"] }`
#[envelope_tool(dialect = "response-v2", data = "count")]
async fn join_error(task: JoinHandle<u8>) -> Result<u8, ToolFailure> {
    Ok(task.await?)
}

// The author returns the error of `uuid`, and forgets the feature.
// why: The errors of other crates have codes behind features that are named after them and their versions.
// fix: `envelope-runtime = { version = "0.1", features = ["uuid1"] }`
#[envelope_tool(dialect = "response-v2", data = "version")]
fn uuid_error(id: &str) -> Result<usize, uuid::Error> {
    Ok(Uuid::parse_str(id)?.get_version_num())
}

fn main() {
    let _ = ToolFailure::internal("no");
}
