// The author left the remediation for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", remediation = "")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: A remediation tells the caller the next step, so it can't be empty.
// fix: `remediation = "List the specs, then retry with one of their ids"`
