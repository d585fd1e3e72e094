// The author returns plain data, and nothing says what happened.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Projects {
    count: u32,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1")]
fn list() -> Result<Projects, ToolFailure> {
    Ok(Projects { count: 1 })
}

fn main() {
    println!("{}", list());
}

// why: Every dotbot envelope has a summary: one sentence about the outcome.
// fix: `summary("Found {} projects.", data.projects.len())` in `#[envelope_tool]`
