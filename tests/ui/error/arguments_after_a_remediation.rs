// The author gives the remediation arguments, as in `format!`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found", remediation = "Look in {}", self.folder)]
struct NotFound {
    folder: String,
}

fn main() {}

// why: A text of an error names the fields of the error itself, so it takes no arguments.
// fix: `remediation = "Look in {folder}"`
