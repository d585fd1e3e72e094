// The author gives the error the status of a success.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", status = 204, message = "no")]
struct Gone;

fn main() {}

// why: A failure has the status of a failure.
// fix: `status = 410`
