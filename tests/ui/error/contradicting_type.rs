// The author gives a code of response-v2 another category.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", error_type = "validation", message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}

// why: response-v2 fixes the category of its own codes, so that clients can rely on it.
// fix: `code = "NOT_FOUND"` alone, or a custom code: `code = "ID_REJECTED", error_type = "validation"`
