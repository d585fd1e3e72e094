// The author left the remediation for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", remediation = "")]
struct Failed;

fn main() {
    let _ = Failed;
}
