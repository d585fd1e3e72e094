// The author gives the attribute the code as its value.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error = "NOT_FOUND"]
struct NotFound;

impl std::fmt::Display for NotFound {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("not found")
    }
}

fn main() {}

// why: The arguments declare the code and the parts of the failure.
// fix: `#[tool_error(code = "SPEC_NOT_FOUND")]`
