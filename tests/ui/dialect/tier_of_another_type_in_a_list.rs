// The author gives the tier as a number.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialects("response-v2", "code-scalpel-v1"), tier = 3)]
fn ping() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", ping());
}

// why: There are three tiers, and any other text would break the contract.
// fix: `tier = Tier::Pro`, or an expression of the type `Tier`
