// The author left the summary for later.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The text is formatted from the data of each call.
// fix: `summary("Found {} projects.", data.projects.len())`
