// The author gives one dialect two codes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(
    code = "NOT_FOUND",
    message = "not found",
    codes("code-scalpel-v1" = "not_found", "code-scalpel-v1" = "timeout")
)]
struct Missing;

fn main() {
    let _ = Missing;
}

// why: A failure has one code in each dialect.
// fix: `codes("code-scalpel-v1" = "not_found")`
