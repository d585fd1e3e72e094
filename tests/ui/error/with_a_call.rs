// The author calls the function.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = io_failure())]
    Io(std::io::Error),
}

fn io_failure(error: &std::io::Error) -> ToolFailure {
    ToolFailure::unavailable(error)
}

fn main() {
    let _ = StoreError::Io(std::io::ErrorKind::Other.into());
}

// why: The value of `with` is the path of a function.
// fix: `#[tool_error(with = io_failure)]`
