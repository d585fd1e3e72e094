// The author gives the message a named argument, as in `format!`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "{name} is missing", name = self.id)]
struct NotFound {
    id: String,
}

fn main() {}

// why: A text of an error names the fields of the error itself, so it takes no arguments.
// fix: `message = "{id} is missing"`
