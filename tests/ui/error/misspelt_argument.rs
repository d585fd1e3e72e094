// The author misspelt the category of a code of their own.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INDEX_STALE", eror_type = "conflict", message = "the index is stale")]
struct Stale;

fn main() {
    let _ = Stale;
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `error_type = "conflict"`
