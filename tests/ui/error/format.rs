// The author writes `format` on a field, as in other crates.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "no")]
    NotFound {
        #[tool_error(detail, format)]
        id: String,
    },
}

fn main() {}

// why: serde's `Serialize` decides the form of a value.
// fix: `#[tool_error(detail)]`, on a field of the wanted type
