// The author made a mistake in each of three variants.
// errors: 3

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUNT", message = "not found")]
    NotFound,
    #[tool_error(code = "busy", error_type = "conflict", message = "busy")]
    Busy,
    #[tool_error(message = "broken")]
    Broken,
}

fn main() {
    let _ = (SpecError::NotFound, SpecError::Busy, SpecError::Broken);
}
