// The author marks a number as the path.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(path)]
    line: u32,
}

fn main() {
    let _ = Failed { line: 1 };
}
