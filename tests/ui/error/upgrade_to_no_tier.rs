// The author misspelt the tier of an upgrade.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(
    code = "UPGRADE_REQUIRED",
    message = "not in this tier",
    upgrade(feature = "taint", tier = "pros", reason = "why")
)]
struct Upgrade;

fn main() {
    let _ = Upgrade;
}

// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `upgrade(feature = "taint", tier = "pro", reason = "why")`
