// The author forgot a comma between arguments.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND" message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}

// why: Arguments are separated by commas.
// fix: `code = "NOT_FOUND", message = "not found"`
