// The author writes `visible` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", visible)]
    NotFound,
}

fn main() {}

// why: The message of this category is always sent.
// fix: the variant without it: `#[tool_error(code = "NOT_FOUND", message = "no")]`
