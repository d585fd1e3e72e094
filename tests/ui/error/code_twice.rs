// The author gives two codes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", code = "CONFLICT", message = "no")]
struct Failed;

fn main() {
    let _ = Failed;
}
