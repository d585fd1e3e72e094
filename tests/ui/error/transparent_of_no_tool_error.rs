// The author passes on an error that has no code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Failed(std::fmt::Error);

fn main() {
    let _ = Failed(std::fmt::Error);
}

// why: `transparent` takes code, category and message from the inner error, and this type has no code to take.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "the store is busy")]` instead of `transparent`
