// The author sends a list as the text of a result, in one of several contracts.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("mcp-2025-11-25", "response-v2"), text, data = "names")]
fn list() -> Result<Vec<String>, ToolFailure> {
    Ok(vec!["a".to_owned()])
}

fn main() {
    println!("{}", list());
}

// why: With `text` alone, the data is the text of the result, and a list is no text.
// fix: return the joined names, as `Result<String, ToolFailure>`
