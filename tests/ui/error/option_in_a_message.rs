// The author shows a value that may not be there.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "VALIDATION_ERROR", message = "invalid input in line {line}")]
struct Invalid {
    line: Option<u32>,
}

fn main() {}

// why: A message is text, so each value in it must implement `Display`, or `Debug` with `:?`.
// fix: `message = "invalid input in line {line:?}"`, or a field with a `Display`
