// The author gives the category by its variant in `ErrorType`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", error_type = ErrorType::Conflict, message = "stale")]
struct Stale;

fn main() {}

// why: The macro compares the category with the code, and so has to see its text.
// fix: `error_type = "conflict"`
