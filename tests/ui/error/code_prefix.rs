// The author writes `code_prefix` on the enum.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code_prefix = "SPEC")]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound,
}

fn main() {}

// why: A code is part of the contract, and written whole.
// fix: the enum without it, and `code = "SPEC_NOT_FOUND"` on each variant
