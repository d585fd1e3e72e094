// The author has two paths.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(path)]
    from: String,
    #[tool_error(path)]
    to: String,
}

fn main() {
    let _ = Failed { from: String::new(), to: String::new() };
}

// why: A failure has one path, and further ones are details.
// fix: `#[tool_error(path)] from: String` and `#[tool_error(detail)] to: String`
