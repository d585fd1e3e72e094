// The author misspells one of the contracts.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("respons-v2", "mcp-2025-11-25"))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
