// The same in an async tool.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2")]
async fn read(id: &str) -> Result<Spec, ToolFailure> {
    Ok(id)
}

fn main() {
    let _ = read("auth");
}
