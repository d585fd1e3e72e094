// The author names the dialect as clients do.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The id selects a published contract.
// fix: `dialect = "response-v2"`, or `dialect = crate::Acme` for a custom one
