// The author left the message for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: A failure without a message tells nobody what went wrong.
// fix: `message = "Spec '{id}' not found"`
