// The author marks a field that does not serialize.
// errors: 1

use envelope_runtime::ToolError;
// As in a crate that derives `Serialize` for other types.
use serde as _;

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

// why: A marked field is sent as JSON, so it needs `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type of the field
