// The author has a code of their own, and forgot the category.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", message = "the index is stale")]
struct Stale;

fn main() {
    let _ = Stale;
}

// why: The category tells a client whether to retry, to correct the input or to give up, and only a standard code has one by itself.
// fix: `code = "INDEX_STALE", error_type = "conflict"`
