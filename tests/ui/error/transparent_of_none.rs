// The author passes on an error where there is no field.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent)]
struct Failed;

fn main() {
    let _ = Failed;
}
