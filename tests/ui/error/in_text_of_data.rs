// The author marks data for the text.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct NoSpec {
    #[tool_error(data = "known_ids", in_text)]
    ids: Vec<String>,
}

fn main() {}

// why: A detail is a fact in every contract, and `in_text` adds it to the text of MCP.
// fix: `#[tool_error(detail, in_text)]`
