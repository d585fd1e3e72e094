// The author wants one tool under two contracts.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", dialect = "mcp-2025-11-25")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Only one value can apply.
// fix: a single argument, such as `dialect = "response-v2"`
