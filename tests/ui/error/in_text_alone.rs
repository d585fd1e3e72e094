// The author wants a field in the text for the model, and does not say that it is a detail.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct NoSpec {
    #[tool_error(in_text)]
    known_ids: Vec<String>,
}

fn main() {}

// why: A detail is a fact in every contract, and `in_text` adds it to the text of MCP.
// fix: `#[tool_error(detail, in_text)]`
