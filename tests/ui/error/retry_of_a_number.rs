// The author gives the delay as a number.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is being rebuilt", retry = 30)]
struct Rebuilding;

fn main() {}

// why: The advice is a word or a delay with its unit.
// fix: `retry = "30 s"`
