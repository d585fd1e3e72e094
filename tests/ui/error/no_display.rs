// The author gives neither a message nor a `Display`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND")]
    NotFound,

    #[tool_error(code = "CONFLICT")]
    Busy,
}

fn main() {
    let _ = (SpecError::NotFound, SpecError::Busy);
}

// why: A failure has a message, and nothing gives it one.
// fix: `#[tool_error(code = "NOT_FOUND", message = "not found")]`, or `#[derive(thiserror::Error)]` with `#[error("not found")]`
