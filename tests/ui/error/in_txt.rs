// The author misspells `in_text`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "There is no such spec")]
struct NoSpec {
    #[tool_error(detail, in_txt)]
    known_ids: Vec<String>,
}

fn main() {}

// why: Each argument of a field has one name.
// fix: `in_text`
