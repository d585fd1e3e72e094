// The author gives the message alone, as in `#[error("…")]`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error("the spec is not there", code = "NOT_FOUND")]
struct NotFound;

fn main() {}

// why: Every argument has a name.
// fix: `message = "the spec is not there"`
