// The author marks a field that does not serialize.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug)]
struct Handle;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct NotFound {
    #[tool_error(detail)]
    handle: Handle,
}

fn main() {
    let _ = NotFound { handle: Handle };
}
