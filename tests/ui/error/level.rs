// The author writes `level` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", level = "warn")]
    NotFound,
}

fn main() {}

// why: The category decides the level.
// fix: the variant without it: `#[tool_error(code = "NOT_FOUND", message = "no")]`
