// The author declares an advice for an error whose field has the delay.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "RATE_LIMIT_EXCEEDED", message = "Too many calls", retry = "never")]
struct TooMany {
    #[tool_error(data = "retry_after_seconds")]
    wait: u64,
}

fn main() {}

// why: A failure has one advice: a delay from the field, or the declared one.
// fix: remove `retry`
