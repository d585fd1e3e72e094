use envelope_runtime::ToolError;

// The author writes the status as text.
// why: A status is a number.
// fix: `status = 409`
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", status = "409", message = "no")]
struct Taken;

// The author gives the error the status of a success.
// why: A failure has the status of a failure.
// fix: `status = 410`
#[derive(Debug, ToolError)]
#[tool_error(code = "NOT_FOUND", status = 204, message = "no")]
struct Gone;

// The author gives the error the status of another error type.
// why: A client that sees only the status finds the same error type.
// fix: `status = 409`, or the code of another error type
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", status = 410, message = "no")]
struct StatusGone;

// The author gives an inner error a status.
// why: The inner error has its own error type, and so its own status.
// fix: `#[tool_error(transparent)]`
#[derive(Debug, ToolError)]
#[tool_error(transparent, status = 410)]
struct Read(std::io::Error);

fn main() {}
