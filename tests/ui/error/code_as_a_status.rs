// The author gives the HTTP status as the code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = 404, message = "no")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: The macro compares the code with the table of standard codes, and so has to see its text.
// fix: `code = "NOT_FOUND"`
