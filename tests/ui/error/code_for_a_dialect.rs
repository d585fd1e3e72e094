// The author gives a dialect a code in lower case.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", codes("response-v2" = "lower_case"))]
struct Missing;

fn main() {
    let _ = Missing;
}

// why: Clients compare codes as text, and the contracts write them in SCREAMING_SNAKE_CASE; only `code-scalpel-v1` has its own.
// fix: `code = "NOT_FOUND"`
