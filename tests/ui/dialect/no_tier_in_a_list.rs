// The author adds Code Scalpel to the list, and no tier.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "code-scalpel-v1"))]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: Every Code Scalpel envelope names the tier of the caller.
// fix: `tier = "pro"`, or an expression: `tier = license.tier()`
