// The author left the tier for later.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "code-scalpel-v1", tier)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `tier = "pro"`
