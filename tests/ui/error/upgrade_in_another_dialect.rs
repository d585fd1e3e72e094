// The author asks for an upgrade in one dialect by its standard code, and does not say to what.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(
    code = "FEATURE_DISABLED",
    message = "not in this tier",
    codes("response-v2" = "UPGRADE_REQUIRED")
)]
struct Disabled;

fn main() {
    let _ = Disabled;
}

// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
