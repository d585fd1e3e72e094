// The author exposes an internal error whose message for the caller is written already.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INTERNAL_ERROR", message = "The index is being rebuilt", expose)]
struct Rebuilding;

fn main() {
    let _ = Rebuilding;
}

// why: A `message` is written for the caller, and only the `Display` of an internal error is hidden.
// fix: no `expose`: `#[tool_error(code = "INTERNAL_ERROR", message = "The index is being rebuilt")]`
