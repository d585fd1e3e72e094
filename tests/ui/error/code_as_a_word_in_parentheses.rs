// The author gives the code in parentheses, without quotes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code(NOT_FOUND), message = "the spec is not there")]
struct NotFound;

fn main() {}

// why: The value of an argument follows an equals sign.
// fix: `code = "NOT_FOUND"`
