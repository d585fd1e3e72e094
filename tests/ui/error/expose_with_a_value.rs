// The author turns a flag on.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
#[error("no")]
#[tool_error(code = "INTERNAL_ERROR", expose = true)]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `expose`
