// The author numbers the contracts.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = 2)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: This value decides which contract the envelope follows.
// fix: `dialect = "response-v2"`
