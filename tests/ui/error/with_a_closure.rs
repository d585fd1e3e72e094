// The author makes the failure in a closure.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum StoreError {
    #[tool_error(with = |error| envelope_runtime::ToolFailure::internal(error))]
    Format(std::fmt::Error),
}

fn main() {}

// why: The derive writes the function with the type of its argument, which a closure lacks.
// fix: `#[tool_error(with = io_failure)]`, with a function `io_failure`
