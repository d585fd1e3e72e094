// The author left everything for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: The arguments declare the code and the parts of the failure.
// fix: `#[tool_error(code = "SPEC_NOT_FOUND")]`
