// The author meant the function in the constant.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
const PING: fn() = || {};

fn main() {
    PING();
}

// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
