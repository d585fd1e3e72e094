// The author passes an inner error on, and writes a message of their own.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("The spec cannot be read: {0}")]
    #[tool_error(transparent)]
    Read(#[from] std::io::Error),
}

fn main() {}

// why: `transparent` takes code, category and message from the inner error, so the caller would never see the variant's own message.
// fix: `#[error(transparent)]`, or `#[tool_error(code = "UNAVAILABLE")]`
