// The author leaves the error out.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2")]
fn ping() -> Result<()> {
    Err(ToolFailure::not_found("Spec", "auth"))
}

fn main() {}

// why: The error of a tool has a code and a message, so it is named.
// fix: `Result<(), ToolFailure>`
