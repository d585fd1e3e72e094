// The author derives the wrong half of serde.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Deserialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: 1 })
}

fn main() {}

// why: Data is written as JSON, through its `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type
