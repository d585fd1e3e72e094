// The author names a function that takes the error itself.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

fn format_failure(error: std::fmt::Error) -> ToolFailure {
    ToolFailure::internal(error)
}

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = format_failure)]
    Format(std::fmt::Error),
}

fn main() {}

// why: The function of `with` gets a reference to the field, and returns a `ToolFailure`.
// fix: `fn parse_failure(error: &std::num::ParseIntError) -> ToolFailure { ToolFailure::validation(error) }`
