use envelope_runtime::ToolError;

// The author misspells the retry advice.
// why: Clients decide by the word whether to retry, so it has to be a known word.
// fix: `retry = "never"`
#[derive(Debug, ToolError)]
#[tool_error(code = "INTERNAL_ERROR", message = "The disk is full", retry = "nevr")]
struct DiskFull;

// The author writes a word for the retry advice that is none.
// why: Clients decide by the word whether to retry, so it has to be a known word.
// fix: `retry = "backoff"`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is down", retry = "exponentially")]
struct Down;

// The author gives the delay in minutes.
// why: The contracts have a delay in seconds.
// fix: `retry = "300 s"`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is being rebuilt", retry = "5 min")]
struct Rebuilding;

// The author gives the delay in milliseconds.
// why: A delay is in whole seconds.
// fix: `retry = "1 s"`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "no", retry = "500 ms")]
struct DelayInMilliseconds;

// The author gives the delay as a number.
// why: The advice is a word or a delay with its unit.
// fix: `retry = "90 s"`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is being rebuilt", retry = 90)]
struct RetryOfANumber;

// The author gives the delay as a `Duration`.
// why: The advice is a word or a delay with its unit.
// fix: `retry = "30 s"`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "busy", retry = Duration::from_secs(30))]
struct Failed;

// The author gives the advice by its variant in `Retry`.
// why: The macro writes the advice into the table of declared failures, and so has to see its text.
// fix: `retry = "never"`
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "busy", retry = Retry::Never)]
struct RetryAsAVariant;

// The author declares an advice for an error whose field has the delay.
// why: A failure has one advice: a delay from the field, or the declared one.
// fix: remove `retry`
#[derive(Debug, ToolError)]
#[tool_error(code = "RATE_LIMIT_EXCEEDED", message = "Too many calls", retry = "never")]
struct TooMany {
    #[tool_error(data = "retry_after_seconds")]
    wait: u64,
}

// The author counts the retries in a detail.
// why: The detail `retry` tells clients whether to retry, so a number under this key would replace the advice.
// fix: `#[tool_error(detail = "retries")]`
#[derive(Debug, ToolError)]
#[tool_error(retry = "never")]
enum RetriesInADetail {
    #[tool_error(code = "UNAVAILABLE", message = "busy")]
    Busy {
        #[tool_error(detail)]
        retry: u8,
    },
}

fn main() {}
