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

// why: response-v2 gives this key of `data` a meaning of its own, and clients read it so.
// fix: `remediation = "{advice}"` on the variant, or another key: `#[tool_error(data = "advice")]`
