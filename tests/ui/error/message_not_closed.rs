// The author forgot to close a brace.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no {id")]
struct Failed {
    id: u8,
}

fn main() {
    let _ = Failed { id: 1 }.id;
}

// why: Messages are format strings: a brace begins the name of a field.
// fix: `message = "no {id}"`, or `{{` for the brace itself
