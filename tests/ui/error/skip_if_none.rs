// The author leaves a field out where it has no value, as in serde.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(detail, skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
}

fn main() {}

// why: A detail has the same keys in every failure of its code.
// fix: `#[tool_error(detail)]`
