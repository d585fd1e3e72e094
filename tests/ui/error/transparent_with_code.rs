// The author passes an error on, and gives it another code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent, code = "NOT_FOUND")]
struct Store(std::io::Error);

fn main() {
    let _ = Store(std::io::ErrorKind::Other.into());
}
