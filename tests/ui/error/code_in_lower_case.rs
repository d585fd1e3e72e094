// The author writes codes in lower case.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "notFound", message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}
