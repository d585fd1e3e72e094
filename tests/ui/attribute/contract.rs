// The author calls the dialect a contract.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(contract = "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The contract decides the shape of the envelope, and there is no default.
// fix: `dialect = "response-v2"`
