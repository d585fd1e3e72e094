// The author writes `hidden` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", hidden)]
    NotFound,
}

fn main() {}

// why: The category decides whether the message is hidden.
// fix: the variant without it, or `error_type = "internal"` with a code of its own
