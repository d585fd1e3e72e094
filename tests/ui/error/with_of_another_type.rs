// The author gives the function of another error.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = io_failure)]
    Parse(std::num::ParseIntError),
}

fn io_failure(error: &std::io::Error) -> ToolFailure {
    ToolFailure::unavailable(error)
}

fn main() {
    let _ = "x".parse::<u8>().map_err(StoreError::Parse);
}

// why: The function of `with` gets a reference to the field, and returns a `ToolFailure`.
// fix: `fn parse_failure(error: &std::num::ParseIntError) -> ToolFailure { ToolFailure::validation(error) }`
