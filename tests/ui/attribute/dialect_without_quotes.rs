// The author writes the id without quotes.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = mcp-2025-11-25)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: An id has characters that no name in Rust has.
// fix: `dialect = "mcp-2025-11-25"`
