// The author forgot the reason of an upgrade.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UPGRADE_REQUIRED", message = "no", upgrade(feature = "taint", tier = "pro"))]
struct Failed;

fn main() {
    let _ = Failed;
}
