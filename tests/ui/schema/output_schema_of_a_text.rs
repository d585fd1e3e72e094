// The author wants the output schema of a text tool.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", text, output_schema)]
fn view() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

fn main() {
    println!("{}", view());
}

// why: A client checks structured content against an output schema, and a text tool has none.
// fix: remove `output_schema`
