// The author gives the category in parentheses.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", error_type("conflict"), message = "stale")]
struct Stale;

fn main() {}

// why: The value of an argument follows an equals sign.
// fix: `error_type = "conflict"`
