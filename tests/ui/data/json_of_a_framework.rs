// The author returns what a framework makes JSON of.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

/// Stands for that of axum, or of the SDK.
struct Json<T>(T);

#[derive(Serialize, Payload)]
struct Spec {
    id: u8,
}

#[envelope_tool(dialect = "response-v2")]
fn read() -> Result<Json<Spec>, ToolFailure> {
    Ok(Json(Spec { id: 1 }))
}

fn main() {}

// why: The envelope is the JSON, and the data is in it.
// fix: `Result<Spec, ToolFailure>`
