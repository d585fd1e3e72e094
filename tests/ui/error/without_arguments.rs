// The author left everything for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error]
struct Failed;

fn main() {
    let _ = Failed;
}
