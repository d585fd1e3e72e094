use envelope_runtime::ToolError;

// The author asks for an upgrade, and does not say to what.
// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
#[derive(Debug, ToolError)]
#[tool_error(code = "UPGRADE_REQUIRED", message = "not in this tier")]
struct Upgrade;

// The author forgot the reason of an upgrade.
// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
#[derive(Debug, ToolError)]
#[tool_error(code = "UPGRADE_REQUIRED", message = "no", upgrade(feature = "taint", tier = "pro"))]
struct Failed;

// The author misspelt the tier of an upgrade.
// why: The contract has three tiers: `community`, `pro` and `enterprise`.
// fix: `upgrade(feature = "taint", tier = "pro", reason = "why")`
#[derive(Debug, ToolError)]
#[tool_error(
    code = "UPGRADE_REQUIRED",
    message = "not in this tier",
    upgrade(feature = "taint", tier = "pros", reason = "why")
)]
struct UpgradeToNoTier;

// The author asks for an upgrade in one dialect, and does not say to what.
// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
#[derive(Debug, ToolError)]
#[tool_error(
    code = "FEATURE_DISABLED",
    message = "not in this tier",
    codes("code-scalpel-v1" = "upgrade_required")
)]
struct Disabled;

// The author asks for an upgrade in one dialect by its standard code, and does not say to what.
// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
#[derive(Debug, ToolError)]
#[tool_error(
    code = "FEATURE_DISABLED",
    message = "not in this tier",
    codes("response-v2" = "UPGRADE_REQUIRED")
)]
struct UpgradeInAnotherDialect;

// The author misspelt a part of an upgrade.
// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
#[derive(Debug, ToolError)]
#[tool_error(
    code = "UPGRADE_REQUIRED",
    message = "no",
    upgrade(features = "taint", tier = "pro", reason = "why")
)]
struct UnknownPartOfAnUpgrade;

fn main() {}
