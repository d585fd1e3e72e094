// The author writes a word for the retry advice that is none.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "The index is down", retry = "exponentially")]
struct Down;

fn main() {}

// why: Clients decide by the word whether to retry, so it has to be a known word.
// fix: `retry = "backoff"`
