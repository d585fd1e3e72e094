// The author gives a standard code another category.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", error_type = "validation", message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}

// why: A standard code has one category in every tool, so that clients can rely on it.
// fix: `code = "NOT_FOUND"` alone, or a custom code: `code = "ID_REJECTED", error_type = "validation"`
