// The author gives `in_text` a key.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct NoSpec {
    #[tool_error(detail, in_text = "known ids")]
    known_ids: Vec<String>,
}

fn main() {}

// why: The key in the text is the key of the detail.
// fix: `in_text` alone
