// The author forgot the tier.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "code-scalpel-v1")]
fn scan() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", scan());
}

// why: Every Code Scalpel envelope names the tier of the caller.
// fix: `tier = "pro"`, or an expression: `tier = license.tier()`
