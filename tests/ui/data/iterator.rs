// The author returns an iterator.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "numbers")]
fn list() -> Result<impl Iterator<Item = u8>, ToolFailure> {
    Ok([1, 2].into_iter())
}

fn main() {}

// why: Serde writes data through a shared reference, and an iterator changes while it is read.
// fix: `Result<Vec<u8>, ToolFailure>`, with `.collect()`
