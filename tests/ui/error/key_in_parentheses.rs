// The author gives the key of a detail in parentheses.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(detail("spec_id"))]
    id: String,
}

fn main() {}

// why: The value of an argument follows an equals sign.
// fix: `#[tool_error(detail = "spec_id")]`
