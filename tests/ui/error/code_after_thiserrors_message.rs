// The author gives the code after the message of thiserror.
// errors: 2

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("not found", code = "NOT_FOUND")]
    NotFound,
}

fn main() {}

// why: `#[error(…)]` formats its text, and takes nothing else.
// fix: `#[error("not found")]` alone
// why: `#[error(…)]` belongs to thiserror, which knows no codes.
// fix: `#[tool_error(code = "NOT_FOUND", message = "not found")]`
