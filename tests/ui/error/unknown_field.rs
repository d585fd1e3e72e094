// The author interpolates a field that does not exist.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{spec} not found")]
struct NotFound {
    spec_id: String,
}

fn main() {
    let _ = NotFound { spec_id: String::new() }.spec_id;
}

// why: A message is a format string, and can name only fields of the error.
// fix: `message = "{spec_id} not found"`
