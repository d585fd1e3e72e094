// The author writes the key of a detail without quotes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(detail = spec_id)]
    id: String,
}

fn main() {}

// why: A key is text on the wire, not the name of something in the code.
// fix: `#[tool_error(detail = "spec_id")]`
