// The author left the keys for later.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "response-v2", data())]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Data under no key could not be found by a client.
// fix: `data = "tasks"`
