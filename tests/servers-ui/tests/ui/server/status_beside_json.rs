// The author returns a status and JSON, as from a handler of axum.
// errors: 1

use axum::http::StatusCode;
use envelope_runtime::{ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, envelope_runtime::Payload)]
struct Spec {
    id: u32,
}

#[envelope_tool(dialect = "response-v2")]
async fn create_spec() -> Result<(StatusCode, axum::Json<Spec>), ToolFailure> {
    Ok((StatusCode::CREATED, axum::Json(Spec { id: 1 })))
}

fn main() {
    let _ = (create_spec, StatusCode::OK);
}

// why: The attribute makes the response, with the status of the call.
// fix: `Result<Spec, ToolFailure>`, with `status = 201` in the attribute
