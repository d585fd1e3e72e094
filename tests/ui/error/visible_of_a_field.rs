// The author writes `visible` on a field, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(visible)]
        id: String,
    },
}

fn main() {}

// why: A mark says where a field is sent.
// fix: `#[tool_error(detail)]`
