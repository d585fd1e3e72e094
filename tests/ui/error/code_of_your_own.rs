// The author has a code of their own, and forgot the category.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", message = "the index is stale")]
struct Stale;

fn main() {
    let _ = Stale;
}
