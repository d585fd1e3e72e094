// The author gives a standard code another category.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", error_type = "validation", message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}
