// The author exposes a message that no caller is kept from.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, thiserror::Error, ToolError)]
#[error("there is no such spec")]
#[tool_error(code = "SPEC_NOT_FOUND", expose)]
struct NoSpec;

fn main() {
    let _ = NoSpec;
}

// why: Only the message of an error of the category `internal` is hidden.
// fix: no `expose`: `#[tool_error(code = "SPEC_NOT_FOUND")]`
