// The author puts a field into the summary that does not exist.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", summary = "No {id}.")]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: A summary is a format string, and can name only fields of the error.
// fix: `summary = "Nothing found."`
