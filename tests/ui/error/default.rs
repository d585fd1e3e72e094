// The author gives a field a default, as in serde.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct NotFound {
    #[tool_error(detail, default)]
    line: Option<u32>,
}

fn main() {}

// why: A detail has the same keys in every failure of its code.
// fix: `#[tool_error(detail)]`
