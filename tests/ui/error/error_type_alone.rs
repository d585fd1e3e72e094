// The author gives the category, and no code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(error_type = "conflict", message = "no")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: Clients tell failures apart by their code, so every failure has one.
// fix: `#[tool_error(code = "NOT_FOUND")]` on the variant or the struct
