// The author misspelt the tier.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "code-scalpel-v1", tier = "profi")]
fn scan() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", scan());
}

// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `tier = "pro"`
