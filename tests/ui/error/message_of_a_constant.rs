// The author keeps the message in a constant.
// errors: 1

use envelope_runtime::ToolError;

const GONE: &str = "gone";

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = GONE)]
struct NotFound;

fn main() {
    println!("{GONE} {}", NotFound.failure().report().message());
}

// why: The macro reads the fields out of the text, and so has to see it.
// fix: `message = "{id} is missing"`
