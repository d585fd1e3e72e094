// The author left the code for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "", message = "no")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: Clients tell failures apart by their code.
// fix: `code = "SPEC_NOT_FOUND"`
