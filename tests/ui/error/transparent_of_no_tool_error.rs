// The author passes on an error that has no code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Failed(std::fmt::Error);

fn main() {
    let _ = Failed(std::fmt::Error);
}
