// The author puts a field into the summary that the data does not have.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Projects {
    count: u32,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.number))]
fn list() -> Result<Projects, ToolFailure> {
    Ok(Projects { count: 1 })
}

fn main() {
    println!("{}", list());
}

// why: A summary is formatted from the data that the tool returns, and can name only its fields.
// fix: `summary("Found {}.", data.count)`
