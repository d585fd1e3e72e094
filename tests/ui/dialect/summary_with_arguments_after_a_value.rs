// The author gives the summary like any other setting, with the arguments of a format string.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Projects {
    names: Vec<String>,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", summary = "{} found", data.names.len())]
fn list_projects() -> Result<Projects, ToolFailure> {
    Ok(Projects { names: Vec::new() })
}

fn main() {
    println!("{}", list_projects());
}

// why: The text is formatted from the data of each call.
// fix: `summary("Found {} projects.", data.projects.len())`
