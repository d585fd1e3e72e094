// The author writes the status as text.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", status = "410", message = "no")]
struct Gone;

fn main() {}

// why: A status is a number.
// fix: `status = 410`
