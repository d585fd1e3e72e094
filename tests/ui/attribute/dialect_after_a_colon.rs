// The author writes the dialect like a field of a struct.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect: "response-v2")]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: This value decides which contract the envelope follows.
// fix: `dialect = "response-v2"`
