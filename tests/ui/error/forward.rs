// The author writes `forward` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", forward)]
    NotFound,
}

fn main() {}

// why: `transparent` passes an inner error on.
// fix: the variant without it, or `#[tool_error(transparent)]` for an inner error
