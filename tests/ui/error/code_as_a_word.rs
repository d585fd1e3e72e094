// The author gives the code alone, without quotes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(NOT_FOUND, message = "the spec is not there")]
struct NotFound;

fn main() {}

// why: Every argument has a name.
// fix: `code = "NOT_FOUND"`
