// The author renames a marked field, as in serde.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(detail, rename = "spec_id")]
    id: String,
}

fn main() {}

// why: A mark has the key as its value.
// fix: `#[tool_error(detail = "spec_id")]`
