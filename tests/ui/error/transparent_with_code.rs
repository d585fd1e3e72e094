// The author passes an error on, and gives it another code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent, code = "NOT_FOUND")]
struct Store(std::io::Error);

fn main() {
    let _ = Store(std::io::ErrorKind::Other.into());
}

// why: `transparent` takes code, category and message from the inner error, so another one would contradict it.
// fix: `#[tool_error(transparent)]`, or `#[tool_error(code = "NOT_FOUND", message = "no store")]`
