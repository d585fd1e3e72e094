// The author writes the status by another name.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", http_status = 410, message = "no")]
struct Gone;

fn main() {}

// why: The argument has the name that it has on a tool.
// fix: `status = 410`
