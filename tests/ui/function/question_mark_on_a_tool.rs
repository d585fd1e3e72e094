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

// why: A tool returns an envelope, which `?` can't unwrap. Put shared logic into a plain function.
// fix: `ping()?`, the function that both tools call
