// The author misspells the retry advice.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "INTERNAL_ERROR", message = "The disk is full", retry = "nevr")]
struct DiskFull;

fn main() {}

// why: Clients decide by the word whether to retry, so it has to be a known word.
// fix: `retry = "never"`
