// The author misspelt a standard code.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "SPEC_NOTFOUND", message = "not found")]
struct NotFound;

fn main() {
    let _ = NotFound;
}

// why: A misspelt standard code would be a custom one, which no client knows.
// fix: `code = "SPEC_NOT_FOUND"`
