// The author gives the tier in parentheses.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "code-scalpel-v1", version = "1.0.0", tier("pro"))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {}

// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `tier = "pro"`
