// The author names a code by the variant of the enum.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = ErrorCode::NotFound, message = "no")]
struct Failed;

fn main() {
    let _ = Failed;
}
