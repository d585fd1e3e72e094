// The author renames the data, as in serde.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", rename = "items")]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![])
}

fn main() {}

// why: The argument `data` sets the key of the data.
// fix: `data = "items"`
