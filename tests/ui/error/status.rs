// The author gives the error the status of another category.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", status = 410, message = "no")]
struct Gone;

fn main() {}

// why: A client that sees only the status finds the same category.
// fix: `status = 409`, or the code of another category
