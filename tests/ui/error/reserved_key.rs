// The author wants to send a remediation from a field.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct NotFound {
    #[tool_error(data)]
    remediation: String,
}

fn main() {
    let _ = NotFound { remediation: String::new() };
}

// why: response-v2 defines this key of `data`, and clients expect its meaning.
// fix: `remediation = "{advice}"` on the variant, or another key: `#[tool_error(data = "advice")]`
