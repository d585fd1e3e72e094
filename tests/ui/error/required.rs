// The author writes `required` on a field, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(detail, required)]
        id: String,
    },
}

fn main() {}

// why: A detail has the same keys in every failure of its code.
// fix: `#[tool_error(detail)]`
