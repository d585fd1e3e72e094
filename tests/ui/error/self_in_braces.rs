// The author writes a field as in a method.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{self.id} is missing")]
struct NotFound {
    id: String,
}

fn main() {}

// why: Braces contain the name of a field, just as they contain the name of a variable in `format!`.
// fix: `message = "{id} is missing"`
