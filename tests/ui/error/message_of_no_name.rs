// The author interpolates by position, as in `format!`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no {}")]
struct Failed {
    id: u8,
}

fn main() {
    let _ = Failed { id: 1 }.id;
}

// why: The values of a message are the fields of the error, by their names.
// fix: `message = "no {id}"`
