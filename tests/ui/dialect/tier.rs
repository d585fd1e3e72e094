use envelope_runtime::{ToolFailure, envelope_tool};

// The author forgot the tier.
// why: Every Code Scalpel envelope names the tier of the caller.
// fix: `tier = "pro"`, or an expression: `tier = license.tier()`
#[envelope_tool(dialect = "code-scalpel-v1")]
fn no_tier() -> Result<(), ToolFailure> {
    Ok(())
}

// The author adds Code Scalpel to the list, and no tier.
// why: Every Code Scalpel envelope names the tier of the caller.
// fix: `tier = "pro"`, or an expression: `tier = license.tier()`
#[envelope_tool(dialects("response-v2", "code-scalpel-v1"))]
fn no_tier_in_a_list() -> Result<(), ToolFailure> {
    Ok(())
}

// The author forgot the tier of a block of tools.
// why: Every Code Scalpel envelope names the tier of the caller.
// fix: `tier = "pro"`, or an expression: `tier = license.tier()`
struct Server;

#[envelope_tool(dialect = "code-scalpel-v1")]
impl Server {
    #[envelope_tool]
    fn ping(&self) -> Result<(), ToolFailure> {
        Ok(())
    }

    #[envelope_tool]
    async fn pong(&self) -> Result<(), ToolFailure> {
        Ok(())
    }
}

// The author left the tier for later.
// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `tier = "pro"`
#[envelope_tool(dialect = "code-scalpel-v1", tier)]
fn tier_without_a_value() -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the tier in parentheses.
// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `tier = "pro"`
#[envelope_tool(dialect = "code-scalpel-v1", version = "1.0.0", tier("pro"))]
fn tier_in_parentheses() -> Result<(), ToolFailure> {
    Ok(())
}

// The author misspelt the tier.
// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `tier = "pro"`
#[envelope_tool(dialect = "code-scalpel-v1", tier = "profi")]
fn unknown_tier() -> Result<(), ToolFailure> {
    Ok(())
}

// The author has tiers that are text.
// why: There are three tiers, and any other text would break the contract.
// fix: `tier = Tier::Pro`, or an expression of the type `Tier`
#[envelope_tool(dialect = "code-scalpel-v1", tier = license)]
fn tier_of_another_type(license: &str) -> Result<(), ToolFailure> {
    Ok(())
}

// The author gives the tier as a number.
// why: There are three tiers, and any other text would break the contract.
// fix: `tier = Tier::Pro`, or an expression of the type `Tier`
#[envelope_tool(dialects("response-v2", "code-scalpel-v1"), tier = 3)]
fn tier_of_another_type_in_a_list() -> Result<(), ToolFailure> {
    Ok(())
}

// The author has one capability, and gives it without a list.
// why: `capabilities` is an array of strings on the wire.
// fix: `capabilities = ["envelope-v1"]`
#[envelope_tool(dialect = "code-scalpel-v1", tier = "pro", capabilities = 5)]
fn capabilities_as_one_text() -> Result<(), ToolFailure> {
    Ok(())
}

fn main() {
    println!("{}", no_tier());
    println!("{}", no_tier_in_a_list());
    let _ = (Server.ping(), Server.pong());
    println!("{}", tier_without_a_value());
    println!("{}", unknown_tier());
    println!("{}", tier_of_another_type("pro"));
    println!("{}", tier_of_another_type_in_a_list());
    println!("{}", capabilities_as_one_text());
}
