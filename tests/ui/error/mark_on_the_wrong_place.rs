// The author puts a field's mark on a variant, and a variant's mark on a field.
// errors: 2

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
enum SpecError {
    #[tool_error(code = "NOT_FOUND", message = "not found", detail)]
    NotFound {
        #[tool_error(remediation = "look elsewhere")]
        id: String,
    },
}

fn main() {
    let _ = SpecError::NotFound { id: String::new() };
}
