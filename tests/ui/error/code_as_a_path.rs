// The author gives a code by its variant in `ErrorCode`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = ErrorCode::NotFound, message = "no")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: The macro compares the code with the table of standard codes, and so has to see its text.
// fix: `code = "NOT_FOUND"`
