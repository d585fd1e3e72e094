// The author writes `sensitive` on a field, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(sensitive)]
        id: String,
    },
}

fn main() {}

// why: Only marked fields are sent.
// fix: the field without `#[tool_error(…)]`
