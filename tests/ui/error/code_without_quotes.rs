// The author writes a code like a constant.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = NOT_FOUND, message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}
