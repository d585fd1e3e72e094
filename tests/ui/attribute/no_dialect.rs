// The author forgot to say which contract.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The contract decides the shape of the envelope, and there is no default.
// fix: `#[envelope_tool(dialect = "response-v2")]`
