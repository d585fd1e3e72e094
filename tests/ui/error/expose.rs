use envelope_runtime::ToolError;

// The author turns a flag on.
// why: A flag is on when it is there, and off when it is not.
// fix: the flag alone, such as `expose`
#[derive(Debug, thiserror::Error, ToolError)]
#[error("no")]
#[tool_error(code = "INTERNAL_ERROR", expose = true)]
struct Failed;

// The author exposes an internal error whose message for the caller is written already.
// why: A `message` is written for the caller, and only the `Display` of an internal error is hidden.
// fix: no `expose`: `#[tool_error(code = "INTERNAL_ERROR", message = "The index is being rebuilt")]`
#[derive(Debug, ToolError)]
#[tool_error(code = "INTERNAL_ERROR", message = "The index is being rebuilt", expose)]
struct Rebuilding;

// The author exposes a message that no caller is kept from.
// why: Only the message of an `internal` error is hidden.
// fix: no `expose`: `#[tool_error(code = "SPEC_NOT_FOUND")]`
#[derive(Debug, thiserror::Error, ToolError)]
#[error("there is no such spec")]
#[tool_error(code = "SPEC_NOT_FOUND", expose)]
struct NoSpec;

// The author passes the text of another error on, under a code.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: `#[tool_error(code = "UNAVAILABLE", message = "The store is down")]`, or `expose` to send the text
#[derive(Debug, thiserror::Error, ToolError)]
#[error(transparent)]
#[tool_error(code = "UNAVAILABLE")]
struct StoreIsDown(#[from] std::io::Error);

// The author shows the source of an error in its text.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: `#[tool_error(code = "NOT_FOUND", message = "There is no store")]`, or `expose` to send the text
#[derive(Debug, thiserror::Error, ToolError)]
#[error("cannot read the store: {0}")]
#[tool_error(code = "NOT_FOUND")]
struct Unreadable(#[source] std::fmt::Error);

// The author shows another error as an argument of the text.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: `expose`, to send the text
#[derive(Debug, thiserror::Error, ToolError)]
#[error("cannot parse the store: {}", .cause)]
#[tool_error(code = "INVALID_FORMAT")]
struct Malformed {
    cause: Box<dyn std::error::Error + Send + Sync>,
}

// The author writes a message for the caller, with another error in it.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: `message = "The index is stale"`, or `expose` to send the text
#[derive(Debug, ToolError)]
#[tool_error(code = "CONFLICT", message = "the index is stale: {0}")]
struct Stale(std::io::Error);

// The author shows another error in a remediation.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: `remediation = "Try it tomorrow"`, or `expose` to send the text
#[derive(Debug, ToolError)]
#[tool_error(code = "UNAVAILABLE", message = "no", remediation = "{cause:?}")]
struct Down {
    cause: std::io::Error,
}

// The author sends another error as the message of an internal one.
// why: The text of another error can contain what no caller may read, such as the names of tables. It goes to the log.
// fix: `expose`, to send the text
#[derive(Debug, ToolError)]
#[tool_error(code = "INTERNAL_ERROR", message = "{0}")]
struct Broken(std::fmt::Error);

fn main() {}
