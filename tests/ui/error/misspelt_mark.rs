// The author misspelt a mark.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(details)]
    id: u8,
}

fn main() {
    let _ = Failed { id: 1 }.id;
}

// why: A name that nothing reads would have no effect, and nobody would notice.
// fix: `#[tool_error(detail)]`
