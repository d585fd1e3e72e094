// The author takes the query of a request, and forgets the feature.
// errors: 1

use envelope_runtime::server::axum::Query;
use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "name")]
async fn greet(Query(name): Query<String>) -> Result<String, ToolFailure> {
    Ok(name)
}

fn main() {
    println!("{}", pollster::block_on(greet(Query(Ok("Ann".to_owned()).into()))));
}

// why: The extractors are in the module `axum`, which needs the feature.
// fix: `envelope-runtime = { version = "0.1", features = ["axum"] }`
