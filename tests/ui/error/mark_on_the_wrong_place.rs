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

// why: A detail is the value of a field, and a variant as a whole has none.
// fix: `#[tool_error(detail)]` on the field
// why: A remediation is about the whole failure.
// fix: `remediation = "Look for {id} elsewhere"` on the variant
