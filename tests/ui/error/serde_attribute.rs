// The author renames a field with the attribute of serde.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[serde(rename = "spec_id")]
    #[tool_error(detail)]
    id: String,
}

fn main() {}

// why: An error is not serialized: its marked fields are.
// fix: `#[tool_error(detail = "spec_id")]`
