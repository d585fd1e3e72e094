// The author forgets to derive `JsonSchema` for data that several contracts write.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Spec {
    id: String,
}

#[envelope_tool(dialects("response-v2", "mcp-2025-11-25"), output_schema)]
fn read_spec() -> Result<Spec, ToolFailure> {
    Ok(Spec { id: "auth".to_owned() })
}

fn main() {
    println!("{}", read_spec());
    println!("{:?}", read_spec_output_schema());
}

// why: The output schema of a tool contains the schema of its data.
// fix: `#[derive(Serialize, JsonSchema)]` on each of your types in the data
