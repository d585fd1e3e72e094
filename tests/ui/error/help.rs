// The author gives the help of miette.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", message = "no", help = "List the specs, then retry")]
struct NotFound;

fn main() {}

// why: The argument has the name that the advice has on the wire.
// fix: `remediation = "List the specs, then retry"`
