// The author gives the delay in minutes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is being rebuilt", retry = "5 min")]
struct Rebuilding;

fn main() {}

// why: The contracts have a delay in seconds.
// fix: `retry = "300 s"`
