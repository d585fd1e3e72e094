// The author marks a variant as one marks a field, and a field as one marks a variant.
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
