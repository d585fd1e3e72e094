// The author adds dotbot to the list, and nothing says what happened.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "dotbot-mcp-response@1", "code-scalpel-v1"), tier = "pro")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Every dotbot envelope has a summary: one sentence about the outcome.
// fix: `summary("Found {} projects.", data.projects.len())` in `#[envelope_tool]`
