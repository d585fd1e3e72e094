// The author marks a number as the warnings of the error.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "no")]
struct Failed {
    #[tool_error(warnings)]
    warned: u32,
}

fn main() {
    let _ = Failed { warned: 1 };
}

// why: A warning is text on the wire, with a code and a severity if it has them.
// fix: `#[tool_error(warnings)] warnings: Vec<String>`
