// The author gives all variants one code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND")]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "not found")]
    NotFound,
}

fn main() {
    let _ = SpecError::NotFound;
}

// why: Each variant is a failure with its own code.
// fix: `#[tool_error(code = "NOT_FOUND")]` on each variant
