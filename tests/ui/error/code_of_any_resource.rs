// The author writes a code that is more specific than the standard one.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "RESOURCE_NOT_FOUND", message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}

// why: Agents know what a standard code asks of them, and nothing about a custom one but its category.
// fix: `code = "NOT_FOUND"`
