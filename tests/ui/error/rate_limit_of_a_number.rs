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

// why: The state of a rate limit says how many calls are left and when to retry; a number alone does not.
// fix: `#[tool_error(rate_limit)] limit: RateLimit`
