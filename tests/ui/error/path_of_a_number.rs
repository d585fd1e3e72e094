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

// why: A path is text on the wire.
// fix: `#[tool_error(path)] file: PathBuf`, or `#[tool_error(detail)] line: u32`
