// The author writes `untagged` on the enum.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(untagged)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound,
}

fn main() {}

// why: The contract decides the keys of an error.
// fix: the enum without `#[tool_error(…)]`
