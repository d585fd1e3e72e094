// The author wants to cut a text at one of its lists.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", text, budget(bytes = 60_000, list = "lines"))]
fn list() -> Result<String, ToolFailure> {
    Ok("One\nTwo".to_owned())
}

fn main() {
    println!("{}", list());
}

// why: A text has no list: it is cut after a line.
// fix: remove `list`
