// The tool takes an extractor of `axum`, which rejects a request before the tool is called.
// errors: 1

use axum::{Json, Router, routing::post};
use envelope_runtime::{ToolFailure, envelope_tool};

#[derive(serde::Deserialize)]
struct NewSpec {
    title: String,
}

#[envelope_tool(dialect = "response-v2", data = "title")]
async fn create(Json(spec): Json<NewSpec>) -> Result<String, ToolFailure> {
    Ok(spec.title)
}

fn main() {
    let _: Router = Router::new().route("/specs", post(create));
}

// why: A tool always answers with its envelope, and `axum` would answer in plain text.
// fix: `use envelope_runtime::server::axum::Json;`
