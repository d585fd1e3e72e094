// The author leaves a field out, as in serde.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(skip)]
    id: String,
}

fn main() {}

// why: Only marked fields are sent.
// fix: the field without `#[tool_error(skip)]`
