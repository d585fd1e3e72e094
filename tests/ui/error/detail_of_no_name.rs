// The author marks a field that has no name of its own.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed(#[tool_error(detail)] u8);

fn main() {
    let _ = Failed(1).0;
}

// why: A detail is sent under a key, and a field without a name suggests none.
// fix: `#[tool_error(detail = "line")]`
