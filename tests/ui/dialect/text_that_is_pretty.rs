// The author indents the data of a text tool.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", text, pretty)]
fn view() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

fn main() {
    println!("{}", view());
}

// why: With `text` alone, the data is sent as it is, and not as JSON.
// fix: remove `pretty`
