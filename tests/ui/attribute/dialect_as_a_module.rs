// The author names the module of the dialect.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = response_v2)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: An id has characters that no name in Rust has.
// fix: `dialect = "response-v2"`
