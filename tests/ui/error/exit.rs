// The author writes `exit` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", exit = 66)]
    NotFound,
}

fn main() {}

// why: The category decides the exit code.
// fix: the variant without it: `#[tool_error(code = "NOT_FOUND", message = "no")]`
