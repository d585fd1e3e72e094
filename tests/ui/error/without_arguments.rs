// The author left everything for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: The arguments say what the failure is.
// fix: `#[tool_error(code = "SPEC_NOT_FOUND")]`
