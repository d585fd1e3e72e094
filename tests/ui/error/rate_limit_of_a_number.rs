// The author marks a number as the state of the rate limit.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "RATE_LIMIT_EXCEEDED", message = "no")]
struct Failed {
    #[tool_error(rate_limit)]
    limit: u32,
}

fn main() {
    let _ = Failed { limit: 1 };
}

// why: The state of a rate limit contains the remaining calls and the time of a retry, and a number is neither.
// fix: `#[tool_error(rate_limit)] limit: RateLimit`
