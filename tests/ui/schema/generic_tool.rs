// The author gives a generic tool a schema.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use schemars::JsonSchema;
use serde::Serialize;

#[envelope_tool(dialect = "response-v2", output_schema)]
fn read<T: Serialize + JsonSchema + Payload>(data: T) -> Result<T, ToolFailure> {
    Ok(data)
}

fn main() {}

// why: The schema describes one type, and clients read it before a call.
// fix: a function without type parameters for each type, such as `fn read_spec() -> Result<Spec, ToolFailure>`
