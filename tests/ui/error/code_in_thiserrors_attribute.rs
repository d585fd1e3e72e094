// The author gives the code in the attribute of thiserror.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[error(code = "NOT_FOUND", message = "not found")]
    NotFound,
}

fn main() {}

// why: `#[error(…)]` belongs to thiserror, which knows no codes.
// fix: `#[tool_error(code = "NOT_FOUND", message = "not found")]`
