// The author sums up with a field that is not there.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", summary = "No {id}.")]
struct Failed;

fn main() {
    let _ = Failed;
}
