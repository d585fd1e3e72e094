// The author has a function make the failure, and gives it a code beside that.
// errors: 1

use envelope_runtime::{ToolError, ToolFailure};

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = io_failure, code = "UNAVAILABLE")]
    Io(std::io::Error),
}

fn io_failure(error: &std::io::Error) -> ToolFailure {
    ToolFailure::unavailable(error)
}

fn main() {
    let _ = StoreError::Io(std::io::ErrorKind::Other.into());
}

// why: with `with`, the function decides the code, so another one would contradict it.
// fix: `#[tool_error(with = io_failure)]`, or `#[tool_error(code = "UNAVAILABLE", message = "no store")]`
