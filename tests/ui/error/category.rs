// The author calls the category by its name in the docs.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", category = "conflict", message = "stale")]
struct Stale;

fn main() {}

// why: The argument has the name that the category has on the wire.
// fix: `error_type = "conflict"`
