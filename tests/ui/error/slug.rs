// The author writes `slug` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", slug = "NOT_FOUND")]
    NotFound,
}

fn main() {}

// why: The code has one name.
// fix: `code = "NOT_FOUND"` alone
