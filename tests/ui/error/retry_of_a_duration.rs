// The author gives the delay as a `Duration`.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "busy", retry = Duration::from_secs(30))]
struct Failed;

fn main() {
    let _ = Failed;
}

// why: The advice is a word or a delay with its unit.
// fix: `retry = "30 s"`
