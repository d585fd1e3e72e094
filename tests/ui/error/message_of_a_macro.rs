// The author makes the message with `format!`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = format!("{} is missing", self.id))]
struct NotFound {
    id: String,
}

fn main() {}

// why: The macro reads the fields out of the text, and so has to see it.
// fix: `message = "{id} is missing"`
