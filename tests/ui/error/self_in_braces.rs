// The author writes a field as in a method.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{self.id} is missing")]
struct NotFound {
    id: String,
}

fn main() {}

// why: What is in braces is the name of a field, as in `format!` it is that of a variable.
// fix: `message = "{id} is missing"`
