// The author returns a list under a key, and nothing says what happened.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", data = "projects")]
fn list() -> Result<Vec<String>, ToolFailure> {
    Ok(vec![])
}

fn main() {
    println!("{}", list());
}

// why: Every dotbot envelope has a summary: one sentence about the outcome.
// fix: `summary("Found {} projects.", data.projects.len())` in `#[envelope_tool]`
