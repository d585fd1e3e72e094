// The author wraps the data as the SDK does.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};
use rmcp::Json;
use serde::Serialize;

#[derive(Serialize)]
struct Greeting {
    text: &'static str,
}

#[envelope_tool(dialect = "response-v2", data = "greetings")]
fn greet() -> Result<Vec<Json<Greeting>>, ToolFailure> {
    Ok(vec![Json(Greeting { text: "Hello" })])
}

fn main() {}

// why: The envelope is the JSON, and the data is in it.
// fix: `Result<Vec<Greeting>, ToolFailure>`
