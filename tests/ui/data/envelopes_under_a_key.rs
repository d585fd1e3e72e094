// The author calls another tool, and lists its answers.
// errors: 1

use envelope_runtime::{Envelope, ToolFailure, envelope_tool};

fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

#[envelope_tool(dialect = "response-v2")]
fn ping_tool() -> Result<(), ToolFailure> {
    ping()
}

#[envelope_tool(dialect = "response-v2", data("count", "pings"))]
fn ping_twice() -> Result<(u8, Vec<Envelope>), ToolFailure> {
    Ok((2, vec![ping_tool(), ping_tool()]))
}

fn main() {}

// why: An envelope is an answer, and not data: its failure would be sent as a success.
// fix: `Result<(), ToolFailure>`, with `ping()`, the function that both tools call
