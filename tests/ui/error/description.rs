// The author writes `description` on a variant, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no", description = "no")]
    NotFound,
}

fn main() {}

// why: The message has one name.
// fix: `message = "no"` alone
