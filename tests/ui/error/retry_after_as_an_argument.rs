// The author declares the delay as `retry_after`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is being rebuilt", retry_after = "30 s")]
struct Rebuilding;

fn main() {}

// why: A delay is one form of the retry advice.
// fix: `retry = "30 s"`
