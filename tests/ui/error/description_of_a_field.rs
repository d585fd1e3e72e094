// The author writes `description` on a field, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(detail, description = "The id")]
        id: String,
    },
}

fn main() {}

// why: A detail has a key and a value.
// fix: `#[tool_error(detail)]`
