// The author converts from one error into two variants.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Read(#[from] std::io::Error),
    #[error(transparent)]
    #[tool_error(transparent)]
    Write(#[from] std::io::Error),
}

fn main() {}

// why: `?` could not know which variant is meant.
// fix: `Write(std::io::Error)`, made with `map_err(StoreError::Write)`
