// The author reads the data in braces.
// errors: 1

use envelope_runtime::{Payload, ToolFailure, envelope_tool};
use serde::Serialize;

#[derive(Serialize, Payload)]
struct Found {
    count: usize,
}

#[envelope_tool(dialect = "dotbot-mcp-response@1", version = "1.0.0", summary("Found {data.count}."))]
fn find() -> Result<Found, ToolFailure> {
    Ok(Found { count: 1 })
}

fn main() {}

// why: `summary` is `format!` with the data of the call.
// fix: `summary("Found {}.", data.count)`
