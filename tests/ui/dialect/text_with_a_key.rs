// The author gives the data of a text tool a key.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "mcp-2025-11-25", text, data = "output")]
fn view() -> Result<String, ToolFailure> {
    Ok("# A".to_owned())
}

fn main() {
    println!("{}", view());
}

// why: With `text` alone, the data is the text of the result, and there is no object for the key.
// fix: remove `data = "output"`
