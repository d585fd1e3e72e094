// The author uses `?` on another tool.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn ping_tool() -> Result<(), ToolFailure> {
    ping()
}

#[envelope_tool(dialect = "response-v2")]
fn pong() -> Result<(), ToolFailure> {
    ping_tool()?;
    Ok(())
}

fn main() {}

// why: A tool answers with an envelope; what several tools need is a plain function.
// fix: `ping()?`, the function that both tools call
