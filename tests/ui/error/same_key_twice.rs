// The author gives two fields one key.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct NotFound {
    #[tool_error(detail)]
    id: String,
    #[tool_error(detail = "id")]
    spec_id: String,
}

fn main() {
    let _ = NotFound { id: String::new(), spec_id: String::new() };
}

// why: Of two values under one key, only one would arrive.
// fix: `#[tool_error(detail = "spec_id")]`
