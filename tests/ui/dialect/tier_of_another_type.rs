// The author has tiers that are text.
// errors: 1

use envelope_runtime::{ToolFailure, envelope_tool};

#[envelope_tool(dialect = "code-scalpel-v1", tier = license)]
fn scan(license: &str) -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", scan("pro"));
}

// why: There are three tiers, and any other text would break the contract.
// fix: `tier = Tier::Pro`, or an expression of the type `Tier`
