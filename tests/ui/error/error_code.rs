// The author writes `error_code` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", error_code = "NOT_FOUND")]
    NotFound,
}

fn main() {}

// why: The code has one name.
// fix: `code = "NOT_FOUND"` alone
