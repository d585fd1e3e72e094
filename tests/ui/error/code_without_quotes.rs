// The author writes a code like a constant.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = NOT_FOUND, message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}

// why: The macro compares the code with the table of standard codes, and so has to see its text.
// fix: `code = "NOT_FOUND"`
