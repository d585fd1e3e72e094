use envelope_runtime::{ToolError, envelope_tool};

// The author marks a field that does not serialize.
// why: A marked field is sent as JSON, so it needs `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type of the field
// As in a crate that derives `Serialize` for other types.
use serde as _;

#[derive(Debug)]
struct Handle;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "not found")]
struct NotFound {
    #[tool_error(detail)]
    handle: Handle,
}

// The author returns a generic error with a value that does not serialize.
// why: A marked field is sent as JSON, so it needs `Serialize`.
// fix: `#[derive(serde::Serialize)]` on the type of the field
#[derive(Debug)]
struct GenericFieldWithoutSerialize;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Missing<T> {
    #[tool_error(detail)]
    key: T,
}

#[envelope_tool(dialect = "response-v2")]
fn generic_field_without_serialize() -> Result<(), Missing<GenericFieldWithoutSerialize>> {
    Err(Missing { key: GenericFieldWithoutSerialize })
}

// The author sends the inner error as a detail.
// why: A detail is JSON, and the error of another crate has no JSON.
// fix: `#[tool_error(detail)] reason: String`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index cannot be read")]
struct Unreadable {
    #[tool_error(detail)]
    source: std::io::Error,
}

// The author marks a number as the path.
// why: A path is text on the wire.
// fix: `#[tool_error(path)] file: PathBuf`, or `#[tool_error(detail)] line: u32`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no")]
struct Failed {
    #[tool_error(path)]
    line: u32,
}

// The author marks a number as the state of the rate limit.
// why: The state of a rate limit contains the remaining calls and the time of a retry, and a number is neither.
// fix: `#[tool_error(rate_limit)] limit: RateLimit`
#[derive(Debug, ToolError)]
#[tool_error(code = "RATE_LIMIT_EXCEEDED", message = "no")]
struct RateLimitOfANumber {
    #[tool_error(rate_limit)]
    limit: u32,
}

// The author says how long to wait in words.
// why: A client reads `retry_after_seconds` as a number, and does not wait for a text.
// fix: `wait: u64`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "no")]
struct RetryAfterText {
    #[tool_error(data = "retry_after_seconds")]
    wait: String,
}

// The author marks a number as the warnings of the error.
// why: A warning is text on the wire, with a code and a severity if it has them.
// fix: `#[tool_error(warnings)] warnings: Vec<String>`
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "no")]
struct WarningsOfANumber {
    #[tool_error(warnings)]
    warned: u32,
}

fn main() {
    println!("{}", generic_field_without_serialize());
}
