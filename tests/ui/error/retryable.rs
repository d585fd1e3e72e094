// The author says that the caller can retry.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", retryable, message = "no")]
struct Unavailable;

fn main() {}

// why: The category decides whether a retry makes sense: for `unavailable` it does.
// fix: `code = "UNAVAILABLE"` alone
