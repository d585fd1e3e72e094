// The tool passes a rejection on, which it has answered already.
// errors: 1

use axum::{Router, routing::post};
use envelope_runtime::server::axum::Json;
use envelope_runtime::{ToolFailure, envelope_tool};

#[derive(serde::Deserialize)]
struct Greet {
    name: String,
}

#[envelope_tool(dialect = "response-v2", data = "greeting")]
async fn greet_by_name(Json(greet): Json<Greet>) -> Result<String, ToolFailure> {
    Ok(greet?.name)
}

fn main() {
    let _: Router = Router::new().route("/greet", post(greet_by_name));
}

// why: In the body of a tool, an extractor or `Parameters` contains a valid value: the tool has already answered all others.
// fix: no `?`: `Ok(greet.name)`
