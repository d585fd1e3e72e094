// The author returns a list, which only the later version accepts.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25")]
fn list() -> Result<Vec<u8>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", list());
}
