// The author puts a value into the summary that does not implement `Display`.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};

#[derive(serde::Serialize, Payload)]
struct Names {
    names: Vec<String>,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary("Found {}.", data.names))]
fn ping() -> Result<Names, ToolFailure> {
    Ok(Names { names: vec![] })
}

fn main() {
    println!("{}", ping());
}

// why: A summary is text, so each value in it must implement `Display`.
// fix: `summary("Found {}.", data.names.len())`
