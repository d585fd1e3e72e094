// The author writes codes in lower case.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "notFound", message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}

// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
