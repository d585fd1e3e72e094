// The same in an async tool.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
async fn read(id: &str) -> Result<Spec, ToolFailure> {
    count(id)
}

fn count(id: &str) -> Result<usize, ToolFailure> {
    Ok(id.len())
}

fn main() {
    let _ = read("auth");
}
