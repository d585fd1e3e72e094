// The author writes the messages for thiserror, and forgets its derive.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,
}

fn main() {}

// why: `#[error(…)]`, `#[from]` and `#[source]` do nothing without thiserror.
// fix: `#[derive(Debug, thiserror::Error, ToolError)]`, or `#[tool_error(message = "…")]` instead
