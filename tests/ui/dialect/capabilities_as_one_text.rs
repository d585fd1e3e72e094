// The author has one capability, and gives it without a list.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", capabilities = 5)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: `capabilities` is an array of strings on the wire.
// fix: `capabilities = ["envelope-v1"]`
