// The author gives an inner error a status.
// errors: 1

use envelope_runtime::ToolError;

#[derive(Debug, ToolError)]
#[tool_error(transparent, status = 410)]
struct Read(std::io::Error);

fn main() {}

// why: The inner error has its own category, and so its own status.
// fix: `#[tool_error(transparent)]`
