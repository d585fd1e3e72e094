// The author starts a code with the status of HTTP.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "404_NOT_FOUND", message = "no")]
struct Missing;

fn main() {
    let _ = Missing;
}

// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
