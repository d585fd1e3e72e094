// The author returns what does not serialize.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data = "at")]
fn now() -> Result<std::time::Instant, ToolFailure> {
    Ok(std::time::Instant::now())
}

fn main() {}

// why: Data is written as JSON, through its `Serialize`.
// fix: a value that serializes, such as `std::time::Duration`
