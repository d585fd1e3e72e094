// The author uses `?` on an error that the tool's own error has no variant for.
// errors: 1

use envelope_runtime::{ToolError, envelope_tool};

#[derive(Debug, thiserror::Error, ToolError)]
enum SpecError {
    #[error("not found")]
    #[tool_error(code = "NOT_FOUND")]
    NotFound,
}

#[envelope_tool(dialect = "response-v2", data = "text")]
fn read(path: &str) -> Result<String, SpecError> {
    if path.is_empty() {
        return Err(SpecError::NotFound);
    }
    Ok(std::fs::read_to_string(path)?)
}

fn main() {}

// why: `?` converts with `From`, and `SpecError` has no such conversion.
// fix: a variant with `#[tool_error(transparent)]` and `#[from] std::io::Error`
