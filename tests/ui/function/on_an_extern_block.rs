// The author meant the functions of another language.
// errors: 1

use envelope_runtime::envelope_tool;

#[envelope_tool(dialect = "response-v2")]
unsafe extern "C" {
    safe fn abs(number: i32) -> i32;
}

fn main() {
    let _ = abs(-1);
}

// why: The attribute wraps the body of one function.
// fix: `#[envelope_tool(dialect = "response-v2")]` on each function that should be a tool
