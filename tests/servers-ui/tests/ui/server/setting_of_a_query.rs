// The author takes the request id from the query.
// errors: 1

use envelope_runtime::server::axum::Query;
use envelope_runtime::{ToolFailure, envelope_tool};

#[derive(serde::Deserialize)]
struct Search {
    text: String,
}

#[envelope_tool(dialect = "response-v2", data = "found", request_id = search.text.as_str())]
async fn search(Query(search): Query<Search>) -> Result<String, ToolFailure> {
    Ok(search.text)
}

fn main() {
    let _ = search;
}

// why: A setting is evaluated before the body, and an argument that does not fit is answered with the settings.
// fix: a value without the argument, or the tool without `request_id`
