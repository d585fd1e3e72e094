// The author forgot the reason of an upgrade.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UPGRADE_REQUIRED", message = "no", upgrade(feature = "taint", tier = "pro"))]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: An upgrade hint tells the client which feature needs which tier, and why: the contract wants all three.
// fix: `upgrade(feature = "cross_file_taint", tier = "pro", reason = "Only single files were followed")`
