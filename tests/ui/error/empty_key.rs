// The author left the key for later.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(detail = "")]
    id: u8,
}

fn main() {
    let _ = Failed { id: 1 }.id;
}

// why: A value under no key could not be found by a client.
// fix: `#[tool_error(detail = "id")]`, or `#[tool_error(detail)]` for the field's own name
