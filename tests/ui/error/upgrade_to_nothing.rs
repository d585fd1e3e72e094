// The author asks for an upgrade, and does not say to what.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UPGRADE_REQUIRED", message = "not in this tier")]
struct Upgrade;

fn main() {
    let _ = Upgrade;
}

// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
