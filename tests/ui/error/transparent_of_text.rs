// The author passes text on as an error.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(transparent)]
    Other(String),
}

fn main() {}

// why: `transparent` takes code, category and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "{0}")]` instead of `transparent`
