// The author sends the inner error as a detail.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index cannot be read")]
struct Unreadable {
    #[tool_error(detail)]
    source: std::io::Error,
}

fn main() {}

// why: A detail is JSON, and the error of another crate has no JSON.
// fix: `#[tool_error(detail)] reason: String`
