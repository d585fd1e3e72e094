// The author gives the error an HTTP status, as in axum.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", status = 404, message = "no")]
struct NotFound;

fn main() {}

// why: The category decides the status: `not_found` is 404.
// fix: `code = "NOT_FOUND"` alone
