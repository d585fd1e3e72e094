// The author sums up with a value that cannot be shown.
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
