// The author gives two codes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", code = "CONFLICT", message = "no")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: Only one value can apply.
// fix: a single argument, such as `code = "NOT_FOUND"`
