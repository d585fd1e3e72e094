// The author has serde's names as the codes.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(rename_all = "SCREAMING_SNAKE_CASE")]
enum SpecError {
    #[tool_error(message = "no")]
    NotFound,
}

fn main() {}

// why: A code is part of the contract, so a renamed variant does not change it.
// fix: `#[tool_error(code = "NOT_FOUND")]` on each variant
