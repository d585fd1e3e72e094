// The author writes `fields` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", fields = "id")]
    NotFound,
}

fn main() {}

// why: Each field has its own mark.
// fix: the variant without it, and `#[tool_error(detail)]` on each field
