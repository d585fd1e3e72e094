// The author names a variable of the body in the summary.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", data = "numbers", summary("Found {count}."))]
fn find() -> Result<Vec<u8>, ToolFailure> {
    let numbers = vec![1];
    let count = numbers.len();
    println!("{count}");
    Ok(numbers)
}

fn main() {}

// why: The summary is formatted after the body, when only `data` is left.
// fix: `summary("Found {}.", data.len())`
