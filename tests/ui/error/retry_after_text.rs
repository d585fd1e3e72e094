// The author says how long to wait in words.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "no")]
struct Failed {
    #[tool_error(data = "retry_after_seconds")]
    wait: String,
}

fn main() {
    let _ = Failed { wait: "half a minute".to_owned() };
}

// why: A client reads `retry_after_seconds` as a number, and does not wait for a text.
// fix: `wait: u64`
