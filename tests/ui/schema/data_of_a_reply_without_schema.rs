// The author forgets to derive `JsonSchema` for what is in a reply.
// errors: 1

use envelope_runtime::response_v2::Reply;
use envelope_runtime::{ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize)]
struct Spec {
    id: String,
}

#[envelope_tool(dialect = "response-v2", data = "specs", output_schema)]
async fn list_specs() -> Result<Reply<Vec<Spec>>, ToolFailure> {
    Ok(Reply::new(vec![Spec { id: "auth".to_owned() }]))
}

fn main() {
    let _ = list_specs();
    println!("{:?}", list_specs_output_schema());
}

// why: The output schema of a tool contains the schema of its data.
// fix: `#[derive(Serialize, JsonSchema)]` on each of your types in the data
