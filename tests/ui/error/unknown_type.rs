// The author misspelt a category.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", error_type = "conflicts", message = "the index is stale")]
struct Stale;

fn main() {
    let _ = Stale;
}

// why: There are nine categories, and clients decide by them what to do next.
// fix: `error_type = "conflict"`
