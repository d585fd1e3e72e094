// The author writes the status as text.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", status = "409", message = "no")]
struct Taken;

fn main() {}

// why: A status is a number.
// fix: `status = 409`
