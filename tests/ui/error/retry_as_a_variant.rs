// The author gives the advice by its variant in `Retry`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "busy", retry = Retry::Never)]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: The macro writes the advice into the table of declared failures, and so has to see its text.
// fix: `retry = "never"`
