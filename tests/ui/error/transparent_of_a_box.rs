// The author passes on whatever is in a box.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum StoreError {
    #[error(transparent)]
    #[tool_error(transparent)]
    Other(#[from] Box<dyn std::error::Error + Send + Sync>),
}

fn main() {}

// why: `transparent` takes code, category and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(with = store_failure)]`, where `fn store_failure(error: &…) -> ToolFailure`
