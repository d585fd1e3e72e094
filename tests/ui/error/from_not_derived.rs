// The author converts from another error as with thiserror, and forgets its derive.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(transparent)]
    Read(#[from] std::io::Error),
}

fn main() {}

// why: `#[error(…)]`, `#[from]` and `#[source]` do nothing without thiserror.
// fix: `#[derive(Debug, thiserror::Error, ToolError)]`, or `#[tool_error(message = "…")]` instead
